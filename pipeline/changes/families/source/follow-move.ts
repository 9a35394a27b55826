/** The site a source is published at: another one is a draft until a second capture confirms it (domain 7.1). */
import type { SourceCaptureValue } from '../../../../schemas/facts.ts';
import { revisable } from '../../build-change.ts';
import { sameLineage } from '../../fact.ts';
import { type ClassifiedCapture, classifyCapture } from './classify-capture.ts';
import { sourceDrift } from './parameters.ts';
import type { SourceCheck } from './reachability.ts';
import { registrableHost } from '../../../../schemas/values/registrable-host.ts';
import { moved } from './reach-findings.ts';
import { type Captured, type Move, type SourceBaseline, valueOf } from './source-state.ts';

/** Where the source is taken to be after a capture. */
export interface Moving {
  readonly home: string;
  readonly move: Move | null;
  /** One capture alone shows another site. */
  readonly isOpen: boolean;
  /** A move was told with this very capture, its content included. */
  readonly hasTold: boolean;
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
  if (site === null) return { home, move, isOpen: move !== null, hasTold: false };
  const stays = site === registrableHost(home);
  if (move === null) {
    return stays
      ? { home, move, isOpen: false, hasTold: false }
      : begun(check, { site, home, old: good, value }, likeness);
  }
  if (site === move.site) return repeated(check, { move, home, value, capture });
  withdrawn(check, move, home);
  return stays
    ? { home, move: null, isOpen: false, hasTold: false }
    : begun(check, { site, home, old: move.draft.old, value }, likeness);
}

interface Begun {
  readonly site: string;
  readonly home: string;
  readonly old: Captured;
  readonly value: SourceCaptureValue;
}

function begun({ observation, tell }: SourceCheck, { site, home, old, value }: Begun, likeness: Likeness): Moving {
  const { observedAt } = observation;
  const finding = moved(observation, 'draft', { from: home, to: value.finalUrl, since: observedAt, ...likeness });
  const change = tell(finding, old);
  const move: Move = {
    draft: revisable(change, finding, old),
    site,
    isSimilar: likeness.isSimilar,
    to: value.finalUrl,
  };
  return { home, move, isOpen: true, hasTold: true };
}

interface Repeated {
  readonly move: Move;
  readonly home: string;
  readonly value: SourceCaptureValue;
  readonly capture: Captured;
}

/** The site of the draft once more: confirmed, when time enough lies between the two captures. */
function repeated({ observation, tell }: SourceCheck, { move, home, value, capture }: Repeated): Moving {
  const { draft } = move;
  const since = draft.detectedAt;
  if (observation.observedAt - since < sourceDrift.moved.apartMs) return { home, move, isOpen: true, hasTold: false };
  const compared = sameLineage(draft.old, capture) ? classifyCapture(valueOf(draft.old), value) : null;
  const likeness = { isSimilar: compared?.isSimilar ?? move.isSimilar, comparison: compared?.comparison ?? null };
  tell(moved(observation, 'confirmed', { from: home, to: value.finalUrl, since, ...likeness }), draft.old, draft);
  return { home: value.finalUrl, move: null, isOpen: false, hasTold: true };
}

function withdrawn({ observation, tell }: SourceCheck, { draft, to, isSimilar }: Move, home: string): void {
  const given = { from: home, to, since: draft.detectedAt, isSimilar, comparison: null };
  tell(moved(observation, 'superseded', given), draft.old, draft);
}
