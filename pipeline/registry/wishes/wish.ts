import type { Chain } from '../../../schemas/values/chains.ts';
import { readTokenAddress } from '../addresses.ts';
import type { Amendments } from './amend-line.ts';

/** Members that a file may state of a token; a name as the line of an asset has it. The import checks their values. */
export type WishedMember =
  | 'name'
  | 'symbol'
  | 'decimals'
  | 'websiteUrl'
  | 'whitepaperUrl'
  | 'token'
  | 'regimes'
  | 'status'
  | 'imageUrl';

/** A token that is to be in the registry, as a file or a command names it. */
export interface TokenWish {
  /** Where it is stated, as people find it: `tokens[17] USDC` or `line 3`. */
  readonly place: string;
  readonly chain: Chain;
  /** CAIP-19 asset namespace. */
  readonly standard: string;
  /** In its stored form. */
  readonly address: string;
  /** What is stated of it; anything else stays as it is registered. */
  readonly members: Readonly<Partial<Record<WishedMember, unknown>>>;
  /** The issuer as the file names it; null where it names none. */
  readonly issuer: string | null;
  /** Only of a command. */
  readonly amendments?: Amendments;
}

/** An error of one place of a file. */
export interface WishIssue {
  readonly place: string;
  /** Member of the place; empty for all of it. */
  readonly path: string;
  readonly reason: string;
}

/** What a file states. */
export interface ReadWishes {
  readonly wishes: readonly TokenWish[];
  /** Tokens of chains that are not supported, by the chain as the file names it. */
  readonly skipped: ReadonlyMap<string, number>;
  readonly issues: readonly WishIssue[];
}

/** CAIP-19 of the token, in its stored form. */
export const caip19OfWish = ({ chain, standard, address }: Pick<TokenWish, 'chain' | 'standard' | 'address'>): string =>
  `${chain.caip2}/${standard}:${address}`;

/** The standard of a token whose file states none. */
const usualStandard = ({ encoding }: Chain): string => (encoding === 'evm' ? 'erc20' : 'token');

interface StatedPlace {
  readonly chain: Chain;
  readonly standard: string | null;
  readonly address: string;
}

/** The stored form of a place on a chain, or the reason why it is none. */
export function placeOf({ chain, standard, address }: StatedPlace): Pick<TokenWish, 'standard' | 'address'> | string {
  const known = standard ?? usualStandard(chain);
  const reading = readTokenAddress(chain, known, address);
  return 'address' in reading ? { standard: known, address: reading.address } : reading.problem;
}

/** Counts a token of a chain that is not supported. */
export const skip = (skipped: Map<string, number>, chain: string): void =>
  void skipped.set(chain, (skipped.get(chain) ?? 0) + 1);
