import { isRecord } from '../../../schemas/values/is-record.ts';
import { type Chain, chains } from '../../../schemas/values/chains.ts';
import { shown } from '../../../schemas/values/reasons.ts';
import { placeOf, type ReadWishes, skip, type TokenWish, type WishedMember, type WishIssue } from './wish.ts';

/** Numbers by which token lists name Solana, which has no EIP-155 number. */
const solanaNumbers: ReadonlySet<number> = new Set([101, 501_000_101]);

const chainOfNumber = (number: number): Chain | undefined =>
  chains.find(({ slug, chainId }) => chainId === number || (slug === 'solana' && solanaNumbers.has(number)));

/** Tokens of a token list (tokenlists.org), or of an array of its entries. Bridges and tags are ignored. */
export function readTokenList(entries: readonly unknown[], fallback: Chain | null): ReadWishes {
  const wishes: TokenWish[] = [];
  const skipped = new Map<string, number>();
  const issues: WishIssue[] = [];
  for (const [index, entry] of entries.entries()) {
    const place = `tokens[${index}]${isRecord(entry) && typeof entry['symbol'] === 'string' ? ` ${entry['symbol']}` : ''}`;
    const refuse = (path: string, reason: string): void => void issues.push({ place, path, reason });
    if (!isRecord(entry)) {
      refuse('', 'is not a JSON object');
      continue;
    }
    const { chainId, address } = entry;
    if (chainId !== undefined && typeof chainId !== 'number') {
      refuse('chainId', `${shown(chainId)} is not a number`);
      continue;
    }
    const chain = chainId === undefined ? fallback : chainOfNumber(chainId);
    if (chain === undefined) {
      skip(skipped, `chain ${chainId}`);
    } else if (chain === null) {
      refuse('chainId', 'is missing: state it, or give --chain');
    } else if (typeof address !== 'string') {
      refuse('address', address === undefined ? 'is missing' : `${shown(address)} is not string`);
    } else {
      const at = placeOf({ chain, standard: null, address });
      if (typeof at === 'string') refuse('address', at);
      else wishes.push({ place, chain, ...at, members: membersOf(entry), issuer: null });
    }
  }
  return { wishes, skipped, issues };
}

function membersOf(entry: Readonly<Record<string, unknown>>): TokenWish['members'] {
  const members: Partial<Record<WishedMember, unknown>> = {};
  for (const name of ['name', 'symbol', 'decimals'] as const) {
    if (entry[name] !== undefined) members[name] = entry[name];
  }
  const { logoURI } = entry;
  return typeof logoURI === 'string' && logoURI.startsWith('https://') ? { ...members, imageUrl: logoURI } : members;
}
