import { type Chain, chains } from '../../../schemas/values/chains.ts';
import { textLines } from '../../../schemas/values/text-lines.ts';
import { shown } from '../../../schemas/values/reasons.ts';
import { encodingOf, readTokenText } from '../../../schemas/values/token-text.ts';
import { placeOf, type ReadWishes, skip, type TokenWish, type WishIssue } from './wish.ts';

/** Tokens of a plain list: a CAIP-19, an address or the URL of an explorer a line; what follows `#` is a comment. */
export function readTokenLines(text: string, fallback: Chain | null): ReadWishes {
  const wishes: TokenWish[] = [];
  const skipped = new Map<string, number>();
  const issues: WishIssue[] = [];
  let number = 0;
  for (const raw of textLines(text.replace(/^\uFEFF/, ''))) {
    number += 1;
    const line = withoutComment(raw);
    if (line === '') continue;
    const place = `line ${number}`;
    const at = locateToken(line, fallback);
    if ('skipped' in at) skip(skipped, at.skipped);
    else if ('reason' in at) issues.push({ place, path: '', reason: at.reason });
    else wishes.push({ place, ...at, members: {}, issuer: null });
  }
  return { wishes, skipped, issues };
}

/** A `#` within a URL is no comment. */
export const withoutComment = (line: string): string => line.replace(/(?:^|\s)#.*$/u, '').trim();

export type TokenLocation =
  | Pick<TokenWish, 'chain' | 'standard' | 'address'>
  | { readonly skipped: string }
  | { readonly reason: string };

/** The token that a text names; one without a chain is on the fallback. */
export function locateToken(text: string, fallback: Chain | null): TokenLocation {
  const token = readTokenText(text);
  if (token === null) return { reason: `${shown(text)} names no token by CAIP-19, address or the URL of an explorer` };
  if (token.rest.length > 0) return { reason: `has more than a token: ${shown(token.rest.join(' '))}` };
  if (token.otherChain !== null) return { skipped: token.otherChain };
  const chain =
    token.chain ?? (fallback?.encoding === encodingOf(token.address) ? fallback : null) ?? onlyChain(token.address);
  if (chain === null)
    return { reason: `${shown(token.address)} has no chain: write it before the address, or give --chain` };
  const at = placeOf({ chain, standard: token.namespace, address: token.address });
  return typeof at === 'string' ? { reason: at } : { chain, ...at };
}

/** The chain of an address whose form no other chain has. */
function onlyChain(address: string): Chain | null {
  const encoding = encodingOf(address);
  const [chain, ...others] = chains.filter((one) => one.encoding === encoding);
  return others.length === 0 ? (chain ?? null) : null;
}
