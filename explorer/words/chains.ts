import { capitalised } from './capitalised.ts';

/** Names of chains as people write them. */
const names: Readonly<Record<string, string>> = { xrpl: 'XRP Ledger' };

export const chainName = (slug: string): string => names[slug] ?? capitalised(slug);
