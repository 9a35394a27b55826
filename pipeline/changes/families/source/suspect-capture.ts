/** Suspect captures: truncated, of another kind of document, or from a site that may not be the issuer's. */
import type { SourceCaptureValue } from '../../../../schemas/facts.ts';
import type { Finding } from '../../finding.ts';
import { agrees } from './classify-capture.ts';
import type { Moving } from './follow-move.ts';
import { agreements, hasAgreed } from '../../drafts/accepted-text.ts';
import type { SourceCheck } from './reachability.ts';
import {
  type Captured,
  type Doubt,
  type SourceBaseline,
  type SourceState,
  withHash,
  withoutHash,
} from './source-state.ts';

/** A capture that was read, and the state of the source before it. */
export interface ReadCapture {
  readonly source: SourceState;
  readonly baseline: SourceBaseline | null;
  readonly capture: Captured;
  readonly value: SourceCaptureValue;
}

/** The state of the source after a capture. */
export interface CaptureOutcome {
  readonly source: SourceState;
  readonly baseline: SourceBaseline;
}

/** A capture of a source that has a baseline. */
export interface BaselinedCapture extends ReadCapture {
  readonly baseline: SourceBaseline;
  /** Value of the accepted capture. */
  readonly old: SourceCaptureValue;
}

/** The outcome when enough suspect captures agree. */
interface Settled {
  readonly finding: Finding;
  /** Nothing of the old document compares with the new one. */
  readonly isRewrite?: true;
}

/** What follows from suspect captures. */
export interface SuspectHandling {
  /** Called when enough of them agree. */
  readonly settle: (doubt: Doubt) => Settled | null;
  /** Called while they do not. */
  readonly note?: (source: SourceState) => SourceState;
}

/**
 * Handles a suspect capture: its content is not accepted until enough captures agree on it.
 */
export function handleSuspect(
  { observation, emit }: SourceCheck,
  { source, baseline, capture, value }: BaselinedCapture,
  moving: Moving,
  { settle, note = (doubtful) => doubtful }: SuspectHandling,
): CaptureOutcome {
  const { observedAt } = observation;
  const doubt = isBorneOut(source, capture, value)
    ? { ...source.doubt, captures: source.doubt.captures + 1 }
    : { textHash: value.textHash, since: observedAt, captures: 1 };
  if (!hasAgreed(doubt, observedAt, agreements.partMissing) || moving.isOpen) {
    return markSuspect({ source: note({ ...source, doubt }), baseline, capture }, moving);
  }
  const settled = settle(doubt);
  if (settled !== null && !moving.hasEmitted) emit(settled.finding, baseline.good);
  const next = acceptedSource(source, capture);
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

/** Whether the capture has the same text as the previous suspect one, or the same bytes with another extractor. */
const isBorneOut = (
  source: SourceState,
  { sourceHash }: Captured,
  value: SourceCaptureValue,
): source is SourceState & { readonly doubt: Doubt } =>
  source.doubt !== null &&
  (agrees(source.doubt.textHash, value) || (sourceHash !== null && source.suspectHashes.at(-1) === sourceHash));

/** Marks the bytes of the capture as suspect; the accepted capture stays. */
export function markSuspect(
  { source, baseline, capture }: Pick<BaselinedCapture, 'source' | 'baseline' | 'capture'>,
  moving: Moving,
): CaptureOutcome {
  return {
    source: {
      ...source,
      suspectHashes: withHash(source.suspectHashes, capture.sourceHash),
      settledHashes: withoutHash(source.settledHashes, capture.sourceHash),
    },
    baseline: { ...baseline, ...placeOf(moving) },
  };
}

/** Accepts the capture: ends any doubt, and its bytes are no longer suspect. */
export const acceptedSource = (source: SourceState, { sourceHash }: Captured): SourceState => ({
  ...source,
  doubt: null,
  misread: null,
  suspectHashes: withoutHash(source.suspectHashes, sourceHash),
});

export const placeOf = ({ home, move }: Moving): Pick<SourceBaseline, 'home' | 'move'> => ({ home, move });
