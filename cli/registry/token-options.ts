import { UsageError } from '../../infra/errors.ts';
import { type WishFormat, wishFormats } from '../../pipeline/registry/wishes/read-wishes.ts';
import { type Chain, chains } from '../../schemas/values/chains.ts';
import { chainNamed } from '../../schemas/values/token-text.ts';

/** The chain of `--chain`, by slug, name, CAIP-2 id or number; null without the option. */
export function chainOption(text: string | undefined): Chain | null {
  if (text === undefined) return null;
  const chain = chainNamed(text);
  if (chain === null)
    throw new UsageError(`--chain takes one of ${chains.map(({ slug }) => slug).join(', ')}, not "${text}"`);
  return chain;
}

export function formatOption(text: string | undefined): WishFormat | null {
  const format = wishFormats.find((one) => one === text);
  if (text !== undefined && format === undefined) {
    throw new UsageError(`--format takes one of ${wishFormats.join(', ')}, not "${text}"`);
  }
  return format ?? null;
}
