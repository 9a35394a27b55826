/** Events that one reading alone states: each is a draft of its own, which later readings confirm or withdraw. */
import type { EdgeParty } from '../../../../schemas/facts.ts';
import type { Change } from '../../../../schemas/generated/records.ts';
import type { Stage } from '../../../impact/facts.ts';
import { acrossSources, otherSets } from './across-sources.ts';
import type { EdgeEvent } from './compare-sets.ts';
import type { EdgeState, StatedEdges, ToldEvent } from './edge-state.ts';
import type { EdgeTelling } from './finding.ts';
import { isSameParty, partyKey } from './party.ts';
import { type Statement, tellEvent } from './tell-event.ts';

/** What becomes of an open event. `open`: nothing yet. */
export type Outcome = 'confirmed' | 'superseded' | 'open';

interface Decided {
  readonly changes: readonly Change[];
  readonly open: readonly ToldEvent[];
  readonly confirmed: readonly ToldEvent[];
}

/** Decides about each open event of the set; `known` is the set before this reading. */
export function decideOpen(
  edges: EdgeState,
  statement: Statement,
  known: StatedEdges,
  outcomeOf: (event: ToldEvent) => Outcome,
  dismissal: EdgeTelling['dismissal'] = null,
): Decided {
  const changes: Change[] = [];
  const open: ToldEvent[] = [];
  const confirmed: ToldEvent[] = [];
  for (const event of known.open ?? []) {
    const stage = outcomeOf(event);
    if (stage === 'open') {
      open.push(event);
      continue;
    }
    const told = tellEvent(edges, statement, event, {
      stage,
      before: known.to,
      earlier: event,
      dismissal: stage === 'superseded' ? dismissal : null,
    });
    changes.push(told.change);
    if (stage === 'confirmed') confirmed.push(event);
  }
  return { changes, open, confirmed };
}

interface Told {
  readonly changes: readonly Change[];
  readonly told: readonly ToldEvent[];
}

/** States events that were not stated before, as drafts or at once. Those that other sources state already are left out. */
export function tellNew(
  edges: EdgeState,
  statement: Statement,
  known: StatedEdges,
  events: readonly EdgeEvent[],
  stage: Stage,
): Told {
  const others = otherSets(edges, statement, statement.issuer);
  const found = events
    .flatMap((event) => acrossSources(event, others) ?? [])
    .map((event) => tellEvent(edges, statement, event, { stage, before: known.to }));
  return { changes: found.map(({ change }) => change), told: found.map(({ told }) => told) };
}

export const isSameEvent = (left: EdgeEvent, right: EdgeEvent): boolean =>
  left.event === right.event && left.key === right.key;

/** The parties after the events. */
export const applied = (parties: readonly EdgeParty[], events: readonly EdgeEvent[]): readonly EdgeParty[] =>
  events
    .reduce<readonly EdgeParty[]>((all, { before, after }) => {
      const rest = before === null ? all : all.filter((one) => !isSameParty(one, before));
      return after === null ? rest : [...rest.filter((one) => !isSameParty(one, after)), after];
    }, parties)
    .toSorted((a, b) => (partyKey(a) < partyKey(b) ? -1 : 1));
