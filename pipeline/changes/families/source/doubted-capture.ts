/** Captures in doubt: cut off, of another kind, or from a site that may be anybody's (domain 7.1). */
import type { SourceCaptureValue } from '../../../../schemas/facts.ts';
import type { Finding } from '../../finding.ts';
import { agrees } from './classify-capture.ts';
import type { Moving } from './follow-move.ts';
import { sourceDrift } from './parameters.ts';
import type { SourceCheck } from './reachability.ts';
import {
  type Captured,
  type Doubt,
  type SourceBaseline,
  type SourceState,
  withHash,
  withoutHash,
} from './source-state.ts';

/** A capture that was read, and where the source stood before it. */
export interface ReadingCapture {
  readonly source: SourceState;
  readonly baseline: SourceBaseline | null;
  readonly capture: Captured;
  readonly value: SourceCaptureValue;
}

/** Where the source stands after it. */
export interface Taken {
  readonly source: SourceState;
  readonly baseline: SourceBaseline;
}

/** The same, of a source that was read before. */
export interface Held extends ReadingCapture {
  readonly baseline: SourceBaseline;
  /** Value of the capture that is believed. */
  readonly old: SourceCaptureValue;
}

/** What doubtful captures come to when enough of them agree. */
export interface Settled {
  readonly finding: Finding;
  /** Nothing of the old document compares with the new one. */
  readonly isRewrite?: true;
}

/** What is told of doubtful captures. */
export interface Doubting {
  /** When enough of them agree. */
  readonly settle: (doubt: Doubt) => Settled | null;
  /** While they do not. */
  readonly note?: (source: SourceState) => SourceState;
}

/** The capture is in doubt: nothing of it is believed until others have agreed with it for long enough. */
export function doubted(
  { observation, tell }: SourceCheck,
  { source, baseline, capture, value }: Held,
  moving: Moving,
  { settle, note = (doubtful) => doubtful }: Doubting,
): Taken {
  const { observedAt } = observation;
  const doubt = isBorneOut(source, capture, value)
    ? { ...source.doubt, captures: source.doubt.captures + 1 }
    : { textHash: value.textHash, since: observedAt, captures: 1 };
  const { captures, overMs } = sourceDrift.settled;
  if (doubt.captures < captures || observedAt - doubt.since < overMs || moving.isOpen) {
    return suspected({ source: note({ ...source, doubt }), baseline, capture }, moving);
  }
  const settled = settle(doubt);
  if (settled !== null && !moving.hasTold) tell(settled.finding, baseline.good);
  const next = believed(source, capture);
  const isRewrite = settled?.isRewrite === true;
  return {
    source: {
      ...next,
      settledHashes:
        settled === null || isRewrite ? next.settledHashes : withHash(next.settledHashes, capture.sourceHash),
      rewrittenAt: isRewrite ? observedAt : next.rewrittenAt,
    },
    baseline: { ...baseline, ...placeOf(moving), good: capture, recent: null },
  };
}

/** The same text as the doubtful one before, or the same bytes read in another way. */
const isBorneOut = (
  source: SourceState,
  { sourceHash }: Captured,
  value: SourceCaptureValue,
): source is SourceState & { readonly doubt: Doubt } =>
  source.doubt !== null &&
  (agrees(source.doubt.textHash, value) || (sourceHash !== null && source.suspectHashes.at(-1) === sourceHash));

/** The bytes of the capture are in doubt; what was believed stands. */
export function suspected(
  { source, baseline, capture }: Pick<Held, 'source' | 'baseline' | 'capture'>,
  moving: Moving,
): Taken {
  return {
    source: {
      ...source,
      suspectHashes: withHash(source.suspectHashes, capture.sourceHash),
      settledHashes: withoutHash(source.settledHashes, capture.sourceHash),
    },
    baseline: { ...baseline, ...placeOf(moving) },
  };
}

/** The capture is believed: no doubt is left open, its own bytes included. */
export const believed = (source: SourceState, { sourceHash }: Captured): SourceState => ({
  ...source,
  doubt: null,
  misread: null,
  suspectHashes: withoutHash(source.suspectHashes, sourceHash),
});

export const placeOf = ({ home, move }: Moving): Pick<SourceBaseline, 'home' | 'move'> => ({ home, move });
