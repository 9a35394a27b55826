import { isRecord } from '../../schemas/values/is-record.ts';

/** The block that everything was read at. */
export interface ChainBlock {
  readonly number: number;
  /** `0x` and 64 hex digits. */
  readonly hash: string;
  /** Seconds since the epoch. */
  readonly timestamp: number;
}

/** An asset of a reading. */
export interface AssetToRead {
  readonly assetId: string;
  /** Lower case on EVM chains. */
  readonly address: string;
  /** Namespace of its CAIP-19 id, as `erc20`. */
  readonly standard: string;
}

interface HeaderOfAny {
  /** Version of the format. */
  readonly cassette: 1;
  /** CAIP-2 id. */
  readonly chain: string;
  /** The read plan that made the requests. */
  readonly plan: string;
  readonly assets: readonly AssetToRead[];
}

/** Of a reading at a block. Each provider has its own complete set of exchanges. */
export interface ReadingHeader extends HeaderOfAny {
  readonly block: ChainBlock;
  /** Labels of the providers that answered. */
  readonly providers: readonly string[];
  /** How many providers must give equal states. */
  readonly quorum: number;
  /** How many assets the round swept to find those that are stated here. */
  readonly swept: number;
  /** Set when each provider was asked for proofs of its answers after them: of all assets, or of these ids. */
  readonly proofs?: ProofsAsked;
  /** Multisigs of vaults that were known before: the plan derives each vault again, and searches no transactions for it. */
  readonly vaults?: KnownVaults;
  /** Ids of the assets whose creator was requested from each provider. */
  readonly creators?: readonly string[];
}

/** Vaults with the multisig that each is derived from, sorted by vault. */
export type KnownVaults = readonly (readonly [vault: string, multisig: string])[];

export type ProofsAsked = true | readonly string[];

/** Of assets that were not read: no exchange, and one answer for all of them. */
export interface UnansweredHeader extends HeaderOfAny {
  readonly block: null;
  readonly providers: readonly [];
  readonly quorum: 0;
  readonly swept: 0;
  readonly unanswered: UnansweredReason;
}

/** Why assets were not read: no provider, or nothing there that is read; or providers did not answer in full. */
type UnansweredReason = 'not_observed' | 'unreadable';

export type CassetteHeader = ReadingHeader | UnansweredHeader;

type Members = Readonly<Record<string, unknown>>;

/** The header that a parsed first line holds. Cassettes without `quorum` and `swept` are older: one provider, all assets. */
export function cassetteHeaderOf(value: unknown): CassetteHeader | 'not_a_header' | 'unknown_version' {
  if (!isRecord(value) || !('cassette' in value)) return 'not_a_header';
  if (value['cassette'] !== 1) return 'unknown_version';
  const { chain, plan, block, assets } = value;
  if (!isText(chain) || !isText(plan) || !isListOf(assets, isAsset)) return 'not_a_header';
  // Members in the order of the type, whatever their order in the file: output made of them has the same bytes.
  const inOrder = assets.map(({ assetId, address, standard }) => ({ assetId, address, standard }));
  const common = { cassette: 1, chain, plan, assets: inOrder } as const;
  const particular = block === null ? unansweredOf(value) : readingOf(value, assets.length);
  return particular === null ? 'not_a_header' : { ...common, ...particular };
}

type Particular<H extends CassetteHeader> = Omit<H, keyof HeaderOfAny>;

function readingOf(value: Members, assets: number): Particular<ReadingHeader> | null {
  const { block, providers, quorum = 1, swept = assets, proofs, vaults, creators } = value;
  if (!isBlock(block) || !isListOf(providers, isText) || !isCount(quorum) || !isCount(swept)) return null;
  if (quorum < 1 || quorum > providers.length || new Set(providers).size < providers.length) return null;
  if (proofs !== undefined && proofs !== true && !isListOf(proofs, isText)) return null;
  if (vaults !== undefined && !isListOf(vaults, isPair)) return null;
  if (creators !== undefined && !isListOf(creators, isText)) return null;
  const { number, hash, timestamp } = block;
  const asked: Pick<ReadingHeader, 'proofs'> = proofs === undefined ? {} : { proofs };
  const known: Pick<ReadingHeader, 'vaults' | 'creators'> = {
    ...(vaults === undefined ? {} : { vaults }),
    ...(creators === undefined ? {} : { creators }),
  };
  return { block: { number, hash, timestamp }, providers, quorum, swept, ...asked, ...known };
}

function unansweredOf({ providers, quorum, swept, unanswered }: Members): Particular<UnansweredHeader> | null {
  if (!Array.isArray(providers) || providers.length > 0 || quorum !== 0 || swept !== 0) return null;
  if (unanswered !== 'not_observed' && unanswered !== 'unreadable') return null;
  return { block: null, providers: [], quorum, swept, unanswered };
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;
const isText = (value: unknown): value is string => typeof value === 'string' && value !== '' && value.isWellFormed();

const isListOf = <T>(value: unknown, is: (member: unknown) => member is T): value is readonly T[] =>
  Array.isArray(value) && value.length > 0 && value.every(is);

const isPair = (value: unknown): value is readonly [string, string] =>
  Array.isArray(value) && value.length === 2 && value.every(isText);

const isBlock = (value: unknown): value is ChainBlock =>
  isRecord(value) &&
  isCount(value['number']) &&
  isCount(value['timestamp']) &&
  /^0x[0-9a-f]{64}$/.test(String(value['hash']));

const isAsset = (value: unknown): value is AssetToRead =>
  isRecord(value) && isText(value['assetId']) && isText(value['address']) && isText(value['standard']);
