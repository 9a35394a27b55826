/** The site that publishes a source. Another site is a draft until a second capture, late enough, confirms it. */
import type { SourceCaptureValue } from '../../../../schemas/facts.ts';
import { publishingSite } from '../../../../schemas/values/publishing-site.ts';
import { revisable } from '../../build-change.ts';
import { type ChangeOfDraft, emitDrafts } from '../../drafts/emit-drafts.ts';
import { type DraftStep, followDrafts } from '../../drafts/follow-drafts.ts';
import { isLateEnough } from '../../drafts/second-reading.ts';
import { sameLineage } from '../../fact.ts';
import {
  type ClassifiedCapture,
  classifyCapture,
  truncationRuleOf,
} from '../../../documents/captures/classify-capture.ts';
import type { SourceCheck } from './reachability.ts';
import { moved } from './reach-findings.ts';
import { type CaptureSide, type OpenMove, type OtherSite, type SourceBaseline, valueOf } from './source-state.ts';

/** The site of the source after a capture. */
export interface MoveState {
  readonly home: string;
  /** Null when no move is open. */
  readonly move: OpenMove | null;
  /** This capture emitted a move, which covers its content too. */
  readonly hasEmitted: boolean;
}

interface PlacedCapture {
  readonly baseline: SourceBaseline;
  readonly value: SourceCaptureValue;
  readonly capture: CaptureSide;
}

type Likeness = Pick<ClassifiedCapture, 'isSimilar' | 'comparison'>;

export function followMove(check: SourceCheck, placed: PlacedCapture, likeness: Likeness): MoveState {
  const { baseline, value } = placed;
  const { home, move } = baseline;
  const { observedAt } = check.observation;
  const site = publishingSite(value.finalUrl);
  if (site === null) return { home, move, hasEmitted: false };
  const other: OtherSite = { site, to: value.finalUrl, isSimilar: likeness.isSimilar };
  const followed = followDrafts<OtherSite, OpenMove>({
    open: move === null ? [] : [move],
    found: site === publishingSite(home) ? [] : [other],
    same: (found, drafted) => found.site === drafted.site,
    isConfirmed: ({ draft }) => isLateEnough(draft, observedAt),
    isAtOnce: () => false,
  });
  const { open, established } = emitDrafts(followed, (step) => moveChange(check, placed, step, likeness));
  return {
    home: established[0]?.to ?? home,
    move: open[0] ?? null,
    hasEmitted: followed.steps.some(({ stage }) => stage !== 'superseded'),
  };
}

function moveChange(
  { observation, emit }: SourceCheck,
  { baseline, capture, value }: PlacedCapture,
  { difference, stage, draft }: DraftStep<OtherSite, OpenMove>,
  likeness: Likeness,
): ChangeOfDraft<OpenMove> {
  const old = draft?.draft.old ?? baseline.move?.draft.old ?? baseline.good;
  const finding = moved(observation, stage, {
    from: baseline.home,
    to: difference.to,
    since: draft?.draft.detectedAt ?? observation.observedAt,
    ...(draft === null ? likeness : likenessToOld(draft, stage === 'confirmed' ? { capture, value } : null)),
  });
  const change = emit(finding, old, draft?.draft ?? null);
  const { documentClass } = observation;
  return { change, draft: { difference, draft: revisable(change, finding, old), documentClass } };
}

/** Likeness of the capture to the one before the move; without a comparison, that of the draft. */
function likenessToOld(
  { draft: { old }, difference: { isSimilar } }: OpenMove,
  confirming: Pick<PlacedCapture, 'capture' | 'value'> | null,
): Likeness {
  if (confirming === null || !sameLineage(old, confirming.capture)) return { isSimilar, comparison: null };
  const compared = classifyCapture(valueOf(old), confirming.value, truncationRuleOf(confirming.capture.extractor));
  return { isSimilar: compared.isSimilar ?? isSimilar, comparison: compared.comparison };
}
