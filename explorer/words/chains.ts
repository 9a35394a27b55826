import { sentenceCase } from '../../schemas/values/sentence-case.ts';

/** Names of chains as people write them. */
const names: Readonly<Record<string, string>> = { xrpl: 'XRP Ledger' };

export const chainName = (slug: string): string => names[slug] ?? sentenceCase(slug);
