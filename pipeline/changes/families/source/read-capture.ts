/** Compares a document that was read with the last accepted capture. */
import type { SourceCaptureValue } from '../../../../schemas/facts.ts';
import { revisable } from '../../build-change.ts';
import { sameLineage } from '../../fact.ts';
import { type ClassifiedCapture, classifyCapture, sameContent, truncationRuleOf } from './classify-capture.ts';
import { type Compared, drifted, partRemoved, replacedByOtherKind, returned, rewritten } from './content-findings.ts';
import {
  acceptedSource,
  handleSuspect,
  type BaselinedCapture,
  placeOf,
  type ReadCapture,
  markSuspect,
  type CaptureOutcome,
} from './suspect-capture.ts';
import { followMove, type Moving } from './follow-move.ts';
import { agreements, hasAgreed, sourceDrift } from '../../drafts/accepted-text.ts';
import { misreadAs } from './reach-findings.ts';
import type { SourceCheck } from './reachability.ts';
import { type SourceBaseline, type SourceState, valueOf } from './source-state.ts';

/** The first capture is the baseline. Captures by different extractors are not compared. */
export function readCapture(check: SourceCheck, given: ReadCapture): CaptureOutcome {
  const { source, baseline, capture, value } = given;
  if (baseline === null) {
    return { source, baseline: { good: capture, home: value.finalUrl, move: null, recent: null } };
  }
  const held: BaselinedCapture = { ...given, baseline, old: valueOf(baseline.good) };
  return sameLineage(baseline.good, capture) ? readSameLineage(check, held) : readOtherLineage(check, held);
}

function readSameLineage(check: SourceCheck, held: BaselinedCapture): CaptureOutcome {
  const { source, value, old, capture } = held;
  const isInDoubt = source.doubt !== null && source.doubt.rewrite === undefined;
  const classified = classifyCapture(old, value, truncationRuleOf(capture.extractor), isInDoubt);
  const moving = followMove(check, held, classified);
  const compared: Compared = { old, new: value, ...classified };
  const { class: captureClass, isSimilar } = classified;
  if (captureClass === 'uncompared' && source.doubt?.textHash === value.textHash) {
    return handleSuspect(check, held, moving, { settle: () => ({ finding: drifted(check.observation, compared) }) });
  }
  if (captureClass === 'suspect_truncation') {
    return handleSuspect(check, held, moving, {
      settle: (doubt) =>
        classified.comparison === null
          ? null
          : { finding: partRemoved(check.observation, { ...compared, comparison: classified.comparison }, doubt) },
    });
  }
  if (old.documentClass !== value.documentClass && isSimilar !== true) {
    return handleSuspect(check, held, moving, {
      settle: (doubt) => ({ finding: replacedByOtherKind(check.observation, compared, doubt), isRewrite: true }),
      note: (doubtful) => emitOtherKind(check, { ...held, source: doubtful }, moving),
    });
  }
  // Until another capture confirms the move, the other site may not be the issuer's.
  if (moving.isOpen && isSimilar !== true) return markSuspect(held, moving);
  const isNewDifference = !moving.hasEmitted && !isBack(held.baseline.recent, value, check.observation.observedAt);
  if (captureClass === 'source_rewritten' && isNewDifference) return rewrittenOnce(check, held, moving, compared);
  return accepted(check, held, moving, classified);
}

/** Suspect bytes stay suspect when another extractor reads them. */
function readOtherLineage(check: SourceCheck, held: BaselinedCapture): CaptureOutcome {
  const { source, capture, baseline } = held;
  const moving = followMove(check, held, { isSimilar: null, comparison: null });
  if (source.doubt !== null && source.suspectHashes.includes(capture.sourceHash ?? '')) {
    return handleSuspect(check, held, moving, { settle: () => null });
  }
  if (moving.isOpen) return markSuspect(held, moving);
  return {
    source: acceptedSource(source, capture),
    baseline: { ...baseline, ...placeOf(moving), good: capture, recent: null },
  };
}

/**
 * A rewrite is emitted at once. Its text is accepted only when a second capture confirms it: a single one may be a notice
 * or an error page in place of the document.
 */
function rewrittenOnce(check: SourceCheck, held: BaselinedCapture, moving: Moving, compared: Compared): CaptureOutcome {
  const { source, baseline, capture, value } = held;
  const { observedAt } = check.observation;
  const open = source.doubt?.rewrite === undefined ? null : source.doubt;
  const agreed = open === null ? null : { ...open, captures: open.captures + 1 };
  if (agreed !== null && hasAgreed(agreed, observedAt, agreements.replaced)) {
    return {
      source: { ...acceptedSource(source, capture), rewrittenAt: observedAt },
      baseline: { ...baseline, ...placeOf(moving), good: capture },
    };
  }
  if (open !== null) return markSuspect(held, moving);
  const { textHash, words } = value;
  const doubt = { textHash, since: observedAt, captures: 1, rewrite: { words } };
  const finding = rewritten(check.observation, compared);
  const change = check.emit(finding, baseline.good);
  const recent = revisable(change, finding, baseline.good);
  return markSuspect({ source: { ...source, doubt }, baseline: { ...baseline, recent }, capture }, moving);
}

/** Accepts the capture, and emits the difference of its content unless a move already covers it. */
function accepted(
  check: SourceCheck,
  held: BaselinedCapture,
  moving: Moving,
  classified: ClassifiedCapture,
): CaptureOutcome {
  const { capture, value, old, source, baseline } = held;
  const { observedAt } = check.observation;
  const isRewrite = classified.class === 'source_rewritten';
  const next = acceptedSource(source, capture);
  const placed = { ...baseline, ...placeOf(moving) };
  const { recent } = baseline;
  if (classified.class === 'nothing' || classified.class === 'editorial') {
    const rewrite = source.doubt?.rewrite;
    if (rewrite === undefined || recent === null) return { source: next, baseline: unchanged(held, placed) };
    const { kind, detectedAt, old: before } = recent;
    check.emit(returned(check.observation, { kind, detectedAt, words: rewrite.words }), before, recent);
    return { source: next, baseline: { ...unchanged(held, placed), recent: null } };
  }
  const written = isRewrite ? { ...next, rewrittenAt: observedAt } : next;
  if (isBack(recent, value, observedAt)) {
    const { kind, detectedAt, old: before } = recent;
    check.emit(returned(check.observation, { kind, detectedAt, words: old.words }), before, recent);
    return { source: written, baseline: { ...placed, good: capture, recent: null } };
  }
  if (moving.hasEmitted) return { source: written, baseline: { ...placed, good: capture, recent: null } };
  const compared: Compared = { old, new: value, ...classified };
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
function emitOtherKind({ observation, emit }: SourceCheck, held: BaselinedCapture, moving: Moving): SourceState {
  const { source, baseline, old, value } = held;
  if (source.misread === 'wrong_type' || moving.hasEmitted) return source;
  emit(misreadAs(observation, 'wrong_type', { old, found: value, url: value.url }), baseline.good);
  return { ...source, misread: 'wrong_type' };
}
