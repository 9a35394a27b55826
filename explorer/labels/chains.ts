import { chainBySlug } from '../../schemas/values/chains.ts';
import { sentenceCase } from '../../schemas/values/sentence-case.ts';

/** The name of a chain by its slug, as people write it. */
export const chainName = (slug: string): string => chainBySlug(slug)?.name ?? sentenceCase(slug);
