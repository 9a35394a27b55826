/** Suspect captures: truncated, of another kind of document, or from a site that may not be the issuer's. */
import type { SourceCaptureValue } from '../../../../schemas/facts.ts';
import type { Finding } from '../../finding.ts';
import { agrees } from '../../../documents/captures/classify-capture.ts';
import type { MoveState } from './follow-move.ts';
import { agreements, hasAgreed } from '../../../documents/captures/accepted-text.ts';
import type { SourceCheck } from './reachability.ts';
import {
  type CaptureSide,
  type PendingText,
  type SourceBaseline,
  type SourceState,
  withHash,
  withoutHash,
} from './source-state.ts';

/** A capture that was read, and the state of the source before it. */
export interface ReadCapture {
  readonly source: SourceState;
  readonly baseline: SourceBaseline | null;
  readonly capture: CaptureSide;
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
interface SettledText {
  readonly finding: Finding;
  /** Nothing of the old document compares with the new one. */
  readonly isRewrite?: true;
}

/** What follows from suspect captures. */
export interface SuspectHandling {
  /** Called when enough of them agree. */
  readonly settle: (pending: PendingText) => SettledText | null;
  /** Called while they do not. */
  readonly note?: (source: SourceState) => SourceState;
}

/**
 * Handles a suspect capture: its content is not accepted until enough captures agree on it.
 */
export function handleSuspect(
  { observation, emit }: SourceCheck,
  { source, baseline, capture, value }: BaselinedCapture,
  place: MoveState,
  { settle, note = (suspect) => suspect }: SuspectHandling,
): CaptureOutcome {
  const { observedAt } = observation;
  const pending = showsPending(source, capture, value)
    ? { ...source.pending, captures: source.pending.captures + 1 }
    : { textHash: value.textHash, since: observedAt, captures: 1 };
  if (!hasAgreed(pending, observedAt, agreements.partMissing) || place.move !== null) {
    return markSuspect({ source: note({ ...source, pending }), baseline, capture }, place);
  }
  const settled = settle(pending);
  if (settled !== null && !place.hasEmitted) emit(settled.finding, baseline.good);
  const next = acceptedSource(source, capture);
  const isRewrite = settled?.isRewrite === true;
  return {
    source: {
      ...next,
      settledHashes:
        settled === null || isRewrite ? next.settledHashes : withHash(next.settledHashes, capture.sourceHash),
      rewrittenAt: isRewrite ? observedAt : next.rewrittenAt,
    },
    baseline: { ...baseline, ...siteOf(place), good: capture, recent: null },
  };
}

/** Whether the capture has the same text as the previous suspect one, or the same bytes with another extractor. */
const showsPending = (
  source: SourceState,
  { sourceHash }: CaptureSide,
  value: SourceCaptureValue,
): source is SourceState & { readonly pending: PendingText } =>
  source.pending !== null &&
  (agrees(source.pending.textHash, value) || (sourceHash !== null && source.suspectHashes.at(-1) === sourceHash));

/** Marks the bytes of the capture as suspect; the accepted capture stays. */
export function markSuspect(
  { source, baseline, capture }: Pick<BaselinedCapture, 'source' | 'baseline' | 'capture'>,
  place: MoveState,
): CaptureOutcome {
  return {
    source: {
      ...source,
      suspectHashes: withHash(source.suspectHashes, capture.sourceHash),
      settledHashes: withoutHash(source.settledHashes, capture.sourceHash),
    },
    baseline: { ...baseline, ...siteOf(place) },
  };
}

/** Accepts the capture: no text is pending, and its bytes are no longer suspect. */
export const acceptedSource = (source: SourceState, { sourceHash }: CaptureSide): SourceState => ({
  ...source,
  pending: null,
  misread: null,
  suspectHashes: withoutHash(source.suspectHashes, sourceHash),
});

export const siteOf = ({ home, move }: MoveState): Pick<SourceBaseline, 'home' | 'move'> => ({ home, move });
