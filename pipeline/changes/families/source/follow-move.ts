/** The site that publishes a source. Another site is a draft until a second capture, at least 6 hours later, confirms it. */
import type { SourceCaptureValue } from '../../../../schemas/facts.ts';
import { revisable } from '../../build-change.ts';
import { sameLineage } from '../../fact.ts';
import { type ClassifiedCapture, classifyCapture, truncationRuleOf } from './classify-capture.ts';
import { secondReadingAfterMs } from '../../drafts/accepted-text.ts';
import type { SourceCheck } from './reachability.ts';
import { registrableHost } from '../../../../schemas/values/registrable-host.ts';
import { moved } from './reach-findings.ts';
import { type Captured, type Move, type SourceBaseline, valueOf } from './source-state.ts';

/** The site of the source after a capture. */
export interface Moving {
  readonly home: string;
  readonly move: Move | null;
  /** A move is open: only one capture so far shows the other site. */
  readonly isOpen: boolean;
  /** This capture emitted a move, which covers its content too. */
  readonly hasEmitted: boolean;
}

interface Following {
  readonly baseline: SourceBaseline;
  readonly value: SourceCaptureValue;
  readonly capture: Captured;
}

type Likeness = Pick<ClassifiedCapture, 'isSimilar' | 'comparison'>;

export function followMove(check: SourceCheck, { baseline, value, capture }: Following, likeness: Likeness): Moving {
  const { home, move, good } = baseline;
  const site = registrableHost(value.finalUrl);
  if (site === null) return { home, move, isOpen: move !== null, hasEmitted: false };
  const stays = site === registrableHost(home);
  if (move === null) {
    return stays
      ? { home, move, isOpen: false, hasEmitted: false }
      : begun(check, { site, home, old: good, value }, likeness);
  }
  if (site === move.site) return repeated(check, { move, home, value, capture });
  withdrawn(check, move, home);
  return stays
    ? { home, move: null, isOpen: false, hasEmitted: false }
    : begun(check, { site, home, old: move.draft.old, value }, likeness);
}

interface Begun {
  readonly site: string;
  readonly home: string;
  readonly old: Captured;
  readonly value: SourceCaptureValue;
}

function begun({ observation, emit }: SourceCheck, { site, home, old, value }: Begun, likeness: Likeness): Moving {
  const { observedAt } = observation;
  const finding = moved(observation, 'draft', { from: home, to: value.finalUrl, since: observedAt, ...likeness });
  const change = emit(finding, old);
  const move: Move = {
    draft: revisable(change, finding, old),
    site,
    isSimilar: likeness.isSimilar,
    to: value.finalUrl,
  };
  return { home, move, isOpen: true, hasEmitted: true };
}

interface Repeated {
  readonly move: Move;
  readonly home: string;
  readonly value: SourceCaptureValue;
  readonly capture: Captured;
}

/** The site of the draft again: confirms the move if the captures are far enough apart. */
function repeated({ observation, emit }: SourceCheck, { move, home, value, capture }: Repeated): Moving {
  const { draft } = move;
  const since = draft.detectedAt;
  if (observation.observedAt - since < secondReadingAfterMs) return { home, move, isOpen: true, hasEmitted: false };
  const compared = sameLineage(draft.old, capture)
    ? classifyCapture(valueOf(draft.old), value, truncationRuleOf(capture.extractor))
    : null;
  const likeness = { isSimilar: compared?.isSimilar ?? move.isSimilar, comparison: compared?.comparison ?? null };
  emit(moved(observation, 'confirmed', { from: home, to: value.finalUrl, since, ...likeness }), draft.old, draft);
  return { home: value.finalUrl, move: null, isOpen: false, hasEmitted: true };
}

function withdrawn({ observation, emit }: SourceCheck, { draft, to, isSimilar }: Move, home: string): void {
  const given = { from: home, to, since: draft.detectedAt, isSimilar, comparison: null };
  emit(moved(observation, 'superseded', given), draft.old, draft);
}
