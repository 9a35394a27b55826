/** What the fold remembers of one source of an asset. */
import type { SourceCaptureValue } from '../../../../schemas/facts.ts';
import type { Observation } from '../../../../schemas/generated/records.ts';
import type { KeyedState } from '../../../runtime/processor.ts';
import type { Draft, Side } from '../../fact.ts';

/** Checks in a row that did not read the source. */
export interface FailedChecks {
  readonly since: number;
  readonly checks: number;
  /** Those that found nothing at the address. */
  readonly gone: number;
  readonly goneSince: number;
}

/** Captures that look cut off, are of another kind of document, or of a text with hardly anything of the one before. */
export interface Doubt {
  readonly textHash: string;
  readonly since: number;
  readonly captures: number;
  /** Of a text rewritten past comparison, which was told: how many words it has. */
  readonly rewrite?: { readonly words: number };
}

/** How the source stands. Small: readings of fields look at it. */
export interface SourceState {
  /** Newest capture of any outcome. */
  readonly newestAt: number;
  readonly newestId: string;
  /** When it was last read, milliseconds. */
  readonly readAt: number | null;
  readonly failed: FailedChecks | null;
  /** The check that established that the source cannot be read; null while it can. */
  readonly unreachable: Side | null;
  /** What the address answers with instead of the document, once that was told. */
  readonly misread: Misread | null;
  readonly doubt: Doubt | null;
  /** Hashes of bytes, oldest first: in doubt, and what captures agreed on. */
  readonly suspectHashes: readonly string[];
  readonly settledHashes: readonly string[];
  readonly rewrittenAt: number | null;
}

export type Misread = 'anti_bot' | 'wrong_type';

/** A capture that is believed, with the value it has as text. */
export type Captured = Side & { readonly value: string };

/** What the next capture is compared with. */
export interface SourceBaseline {
  /** The capture that first showed what is believed now. */
  readonly good: Captured;
  /** An address on the site the source is known to be at. */
  readonly home: string;
  readonly move: Move | null;
  /** The last difference that was told and may be gone again soon. */
  readonly recent: (Draft & { readonly old: Captured }) | null;
}

/** A move to another site that one capture shows. */
export interface Move {
  readonly draft: Draft & { readonly old: Captured };
  readonly site: string;
  /** The address that answered. */
  readonly to: string;
  readonly isSimilar: boolean | null;
}

export const unseen: SourceState = {
  newestAt: Number.MIN_SAFE_INTEGER,
  newestId: '',
  readAt: null,
  failed: null,
  unreachable: null,
  misread: null,
  doubt: null,
  suspectHashes: [],
  settledHashes: [],
  rewrittenAt: null,
};

type SourceKey = Pick<Observation, 'assetId' | 'sourceKey'>;

const stateKey = ({ assetId, sourceKey }: SourceKey): string => `source\t${assetId}\t${sourceKey}`;
const baselineKey = ({ assetId, sourceKey }: SourceKey): string => `source-baseline\t${assetId}\t${sourceKey}`;

export const sourceStateOf = (state: KeyedState, source: SourceKey): SourceState | undefined =>
  state.get<SourceState>(stateKey(source));

export const baselineOf = (state: KeyedState, source: SourceKey): SourceBaseline | null =>
  state.get<SourceBaseline>(baselineKey(source)) ?? null;

export const keepSourceState = (state: KeyedState, source: SourceKey, kept: SourceState): void =>
  state.put(stateKey(source), kept);

export const keepBaseline = (state: KeyedState, source: SourceKey, kept: SourceBaseline): void =>
  state.put(baselineKey(source), kept);

/** The value of a capture that was checked when it was accepted. */
export const valueOf = ({ value }: Captured): SourceCaptureValue => JSON.parse(value) as SourceCaptureValue;

/** Captures are ordered by time, then by id; what is not newer changes nothing. */
export const isNewer = ({ observedAt, id }: Observation, { newestAt, newestId }: SourceState): boolean =>
  observedAt > newestAt || (observedAt === newestAt && id > newestId);

const hashesRemembered = 8;

/** The hash as the newest of those remembered. */
export const withHash = (hashes: readonly string[], hash: string | null): readonly string[] =>
  hash === null ? hashes : [...withoutHash(hashes, hash), hash].slice(-hashesRemembered);

export const withoutHash = (hashes: readonly string[], hash: string | null): readonly string[] =>
  hashes.includes(hash ?? '') ? hashes.filter((one) => one !== hash) : hashes;
