/** Compares a document that was read with the last accepted capture. */
import type { SourceCaptureValue } from '../../../../schemas/facts.ts';
import { revisable } from '../../build-change.ts';
import { sameLineage } from '../../fact.ts';
import {
  type ClassifiedCapture,
  classifyCapture,
  sameContent,
  truncationRuleOf,
} from '../../../documents/captures/classify-capture.ts';
import {
  type CapturePair,
  drifted,
  partRemoved,
  replacedByOtherKind,
  returned,
  rewritten,
} from './content-findings.ts';
import {
  acceptedSource,
  handleSuspect,
  type BaselinedCapture,
  siteOf,
  type ReadCapture,
  markSuspect,
  type CaptureOutcome,
} from './suspect-capture.ts';
import { followMove, type MoveState } from './follow-move.ts';
import { agreements, hasAgreed, sourceDrift } from '../../../documents/captures/accepted-text.ts';
import { misreadAs } from './reach-findings.ts';
import type { SourceCheck } from './reachability.ts';
import { type SourceBaseline, type SourceState, valueOf } from './source-state.ts';

/** The first capture is the baseline. Captures by different extractors are not compared. */
export function readCapture(check: SourceCheck, given: ReadCapture): CaptureOutcome {
  const { source, baseline, capture, value } = given;
  if (baseline === null) {
    return { source, baseline: { good: capture, home: value.finalUrl, move: null, recent: null } };
  }
  const baselined: BaselinedCapture = { ...given, baseline, old: valueOf(baseline.good) };
  return sameLineage(baseline.good, capture) ? readSameLineage(check, baselined) : readOtherLineage(check, baselined);
}

function readSameLineage(check: SourceCheck, given: BaselinedCapture): CaptureOutcome {
  const { source, value, old, capture } = given;
  const isPending = source.pending !== null && source.pending.rewrite === undefined;
  const classified = classifyCapture(old, value, truncationRuleOf(capture.extractor), isPending);
  const place = followMove(check, given, classified);
  const compared: CapturePair = { old, new: value, ...classified };
  const { class: captureClass, isSimilar } = classified;
  if (captureClass === 'uncompared' && source.pending?.textHash === value.textHash) {
    return handleSuspect(check, given, place, { settle: () => ({ finding: drifted(check.observation, compared) }) });
  }
  if (captureClass === 'suspect_truncation') {
    return handleSuspect(check, given, place, {
      settle: (pending) =>
        classified.comparison === null
          ? null
          : { finding: partRemoved(check.observation, { ...compared, comparison: classified.comparison }, pending) },
    });
  }
  if (old.documentClass !== value.documentClass && isSimilar !== true) {
    return handleSuspect(check, given, place, {
      settle: (pending) => ({ finding: replacedByOtherKind(check.observation, compared, pending), isRewrite: true }),
      note: (suspect) => emitOtherKind(check, { ...given, source: suspect }, place),
    });
  }
  // Until another capture confirms the move, the other site may not be the issuer's.
  if (place.move !== null && isSimilar !== true) return markSuspect(given, place);
  const isNewDifference = !place.hasEmitted && !isBack(given.baseline.recent, value, check.observation.observedAt);
  if (captureClass === 'source_rewritten' && isNewDifference) return rewrittenOnce(check, given, place, compared);
  return accepted(check, given, place, classified);
}

/** Suspect bytes stay suspect when another extractor reads them. */
function readOtherLineage(check: SourceCheck, given: BaselinedCapture): CaptureOutcome {
  const { source, capture, baseline } = given;
  const place = followMove(check, given, { isSimilar: null, comparison: null });
  if (source.pending !== null && source.suspectHashes.includes(capture.sourceHash ?? '')) {
    return handleSuspect(check, given, place, { settle: () => null });
  }
  if (place.move !== null) return markSuspect(given, place);
  return {
    source: acceptedSource(source, capture),
    baseline: { ...baseline, ...siteOf(place), good: capture, recent: null },
  };
}

/**
 * A rewrite is emitted at once. Its text is accepted only when a second capture confirms it: a single one may be a notice
 * or an error page in place of the document.
 */
function rewrittenOnce(
  check: SourceCheck,
  given: BaselinedCapture,
  place: MoveState,
  compared: CapturePair,
): CaptureOutcome {
  const { source, baseline, capture, value } = given;
  const { observedAt } = check.observation;
  const open = source.pending?.rewrite === undefined ? null : source.pending;
  if (open !== null && hasAgreed({ ...open, captures: open.captures + 1 }, observedAt, agreements.replaced)) {
    return {
      source: { ...acceptedSource(source, capture), rewrittenAt: observedAt },
      baseline: { ...baseline, ...siteOf(place), good: capture },
    };
  }
  if (open !== null) return markSuspect(given, place);
  const { textHash, words } = value;
  const pending = { textHash, since: observedAt, captures: 1, rewrite: { words } };
  const finding = rewritten(check.observation, compared);
  const change = check.emit(finding, baseline.good);
  const recent = revisable(change, finding, baseline.good);
  return markSuspect({ source: { ...source, pending }, baseline: { ...baseline, recent }, capture }, place);
}

/** Accepts the capture, and emits the difference of its content unless a move already covers it. */
function accepted(
  check: SourceCheck,
  given: BaselinedCapture,
  place: MoveState,
  classified: ClassifiedCapture,
): CaptureOutcome {
  const { capture, value, old, source, baseline } = given;
  const { observedAt } = check.observation;
  const isRewrite = classified.class === 'source_rewritten';
  const next = acceptedSource(source, capture);
  const placed = { ...baseline, ...siteOf(place) };
  const { recent } = baseline;
  if (classified.class === 'nothing' || classified.class === 'editorial') {
    const rewrite = source.pending?.rewrite;
    if (rewrite === undefined || recent === null) return { source: next, baseline: unchanged(given, placed) };
    const { kind, detectedAt, old: before } = recent;
    check.emit(returned(check.observation, { kind, detectedAt, words: rewrite.words }), before, recent);
    return { source: next, baseline: { ...unchanged(given, placed), recent: null } };
  }
  const written = isRewrite ? { ...next, rewrittenAt: observedAt } : next;
  if (isBack(recent, value, observedAt)) {
    const { kind, detectedAt, old: before } = recent;
    check.emit(returned(check.observation, { kind, detectedAt, words: old.words }), before, recent);
    return { source: written, baseline: { ...placed, good: capture, recent: null } };
  }
  if (place.hasEmitted) return { source: written, baseline: { ...placed, good: capture, recent: null } };
  const compared: CapturePair = { old, new: value, ...classified };
  const finding = drifted(check.observation, compared);
  const change = check.emit(finding, baseline.good);
  return {
    source: written,
    baseline: { ...placed, good: capture, recent: revisable(change, finding, baseline.good) },
  };
}

/** Equal content: the first capture stays as evidence, and the state is not written if the source did not move either. */
function unchanged({ baseline, old, value, capture }: BaselinedCapture, placed: SourceBaseline): SourceBaseline {
  if (old.textHash !== value.textHash || old.documentClass !== value.documentClass) return { ...placed, good: capture };
  return baseline.move === placed.move && baseline.home === placed.home ? baseline : placed;
}

type Recent = SourceBaseline['recent'];

const isBack = (recent: Recent, value: SourceCaptureValue, at: number): recent is NonNullable<Recent> =>
  recent !== null && at - recent.detectedAt <= sourceDrift.returnedWithinMs && sameContent(valueOf(recent.old), value);

/** Emits once that the document is of another kind, unless the same capture opens a move. */
function emitOtherKind({ observation, emit }: SourceCheck, given: BaselinedCapture, place: MoveState): SourceState {
  const { source, baseline, old, value } = given;
  if (source.misread === 'wrong_type' || place.hasEmitted) return source;
  emit(misreadAs(observation, 'wrong_type', { old, found: value, url: value.url }), baseline.good);
  return { ...source, misread: 'wrong_type' };
}
