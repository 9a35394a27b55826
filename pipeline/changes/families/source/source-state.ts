/** State of one source of an asset. */
import { type SourceCaptureValue, sourceCapture as captureShape } from '../../../../schemas/facts.ts';
import type { Observation } from '../../../../schemas/generated/records.ts';
import { storedValue } from '../../../../schemas/stored-value.ts';
import type { KeyedState } from '../../../runtime/processor.ts';
import type { PendingCaptures } from '../../../documents/captures/accepted-text.ts';
import type { OpenDraft } from '../../drafts/emit-drafts.ts';
import type { Draft, Side } from '../../fact.ts';

/** Checks in a row that did not read the source. */
export interface FailedChecks {
  readonly since: number;
  readonly checks: number;
  /** Checks with the outcome `gone` (404 or 410). */
  readonly gone: number;
  readonly goneSince: number;
}

/** Text of captures that seem truncated, are of another kind of document, or were rewritten past comparison. */
export interface PendingText extends PendingCaptures {
  readonly textHash: string;
  /** For a rewrite, which was emitted already: the number of words of its text. */
  readonly rewrite?: { readonly words: number };
}

/** Time and id of a capture: captures are ordered by time, then by id. */
export interface Mark {
  readonly at: number;
  readonly id: string;
}

/** A small entry, apart from the baseline, because every reading of a field reads it. */
export interface SourceState {
  /** Newest capture that has the document. */
  readonly newest: Mark;
  /** Newest capture that has not. It stands in the way of no earlier document: a file may be imported after it. */
  readonly newestFailed: Mark;
  /** When it was last read, milliseconds. */
  readonly readAt: number | null;
  readonly failed: FailedChecks | null;
  /** The check that established that the source is unreachable; null while it is reachable. */
  readonly unreachable: Side | null;
  /** What the address answers with instead of the document, once a change about it was emitted. */
  readonly misread: Misread | null;
  readonly pending: PendingText | null;
  /** Hashes of suspect bytes, and of bytes that several captures agreed on; oldest first. */
  readonly suspectHashes: readonly string[];
  readonly settledHashes: readonly string[];
  readonly rewrittenAt: number | null;
}

export type Misread = 'anti_bot' | 'wrong_type';

/** A capture with its value as text. */
export type CaptureSide = Side & { readonly value: string };

/** The state that the next capture is compared with. */
export interface SourceBaseline {
  /** The first capture with the accepted content. */
  readonly good: CaptureSide;
  /** An address on the known site of the source. */
  readonly home: string;
  readonly move: OpenMove | null;
  /** The last emitted difference, which may disappear again within `returnedWithinMs`. */
  readonly recent: (Draft & { readonly old: CaptureSide }) | null;
}

/** A site that is not the known one of the source. */
export interface OtherSite {
  readonly site: string;
  /** The address that answered. */
  readonly to: string;
  readonly isSimilar: boolean | null;
}

/** A move to another site that only one capture shows. */
export type OpenMove = OpenDraft<OtherSite, CaptureSide>;

const before: Mark = { at: Number.MIN_SAFE_INTEGER, id: '' };

export const unseen: SourceState = {
  newest: before,
  newestFailed: before,
  readAt: null,
  failed: null,
  unreachable: null,
  misread: null,
  pending: null,
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

export const putSourceState = (state: KeyedState, source: SourceKey, kept: SourceState): void =>
  state.put(stateKey(source), kept);

export const putBaseline = (state: KeyedState, source: SourceKey, kept: SourceBaseline): void =>
  state.put(baselineKey(source), kept);

/** The value of a capture; its shape was checked when it was accepted. */
export const valueOf = ({ value }: CaptureSide): SourceCaptureValue => storedValue(value, captureShape);

export const markOf = ({ observedAt, id }: Observation): Mark => ({ at: observedAt, id });

export const isAfter = (one: Mark, other: Mark): boolean =>
  one.at > other.at || (one.at === other.at && one.id > other.id);

const hashesRemembered = 8;

/** The last 8 hashes, with this one as the newest. */
export const withHash = (hashes: readonly string[], hash: string | null): readonly string[] =>
  hash === null ? hashes : [...withoutHash(hashes, hash), hash].slice(-hashesRemembered);

export const withoutHash = (hashes: readonly string[], hash: string | null): readonly string[] =>
  hashes.includes(hash ?? '') ? hashes.filter((one) => one !== hash) : hashes;
