import { unicodeForm } from '../../../schemas/values/unicode-form.ts';

interface SlugParts {
  readonly symbol: string;
  /** Slug of the chain. */
  readonly chain: string;
  readonly address: string;
  /** Name of the issuer; null where none is named. */
  readonly issuer: string | null;
}

/** Most characters of a part of a slug. */
const longestPart = 64;

/**
 * The slug of a new asset: symbol and chain, in lower-case ASCII letters and digits. Where the symbol has none, or the slug is
 * taken, the issuer follows, then the end of the address, then all of it, then a number.
 */
export function newSlug({ symbol, chain, address, issuer }: SlugParts, taken: ReadonlySet<string>): string {
  const [ticker, name, place] = [slugPart(symbol), slugPart(issuer ?? ''), slugPart(address)];
  const parts = [
    ticker === '' ? [] : [ticker, chain],
    name === '' ? [] : [ticker, chain, name],
    [ticker, chain, name, place.slice(-6)],
    [ticker, chain, name, place],
  ];
  const slugs = parts.map((given) => given.filter((part) => part !== '').join('-')).filter((slug) => slug !== '');
  const free = slugs.find((slug) => !taken.has(slug));
  if (free !== undefined) return free;
  // Currencies of the XRP Ledger may differ in letter case alone.
  let number = 2;
  while (taken.has(`${slugs.at(-1)}-${number}`)) number += 1;
  return `${slugs.at(-1)}-${number}`;
}

const slugPart = (text: string): string =>
  unicodeForm(text, 'NFD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/gu, '')
    .slice(0, longestPart);
