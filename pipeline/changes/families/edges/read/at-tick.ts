/** A day begins on which a role of a party begins or ends, as a source stated before. */
import type { Change, Observation } from '../../../../../schemas/generated/records.ts';
import { relationshipColumns } from '../../../../registers/gleif-columns.ts';
import { partsOf } from '../../../composition/parts.ts';
import { type Fact, factKey, type Side, sideOf } from '../../../fact.ts';
import type { DerivedChanges, DerivationContext, ObservedState } from '../../family.ts';
import { compareSets } from '../compare-sets.ts';
import { isReached, lasting } from '../follow/dates.ts';
import { derived } from '../follow/derived.ts';
import { type EdgeState, edgesOf, setOf, type StatedEdges, withRow, withSet } from '../edge-state.ts';
import { edgesSubjectKey } from '../../../../parties/edges-value.ts';
import { followParents } from '../follow/follow-parents.ts';
import { issuerKeys } from '../declared-party.ts';
import { followEvents, hasEvent } from '../follow/follow-events.ts';
import type { Statement } from '../follow/report-event.ts';

const relations = 'register:gleif-rr';

interface Step {
  readonly edges: EdgeState;
  readonly changes: readonly Change[];
}

/**
 * Ends the roles whose last day is reached, and links the parties whose first one is. `observation` is the tick, for one
 * asset. The evidence of a change is the reading that stated the day, and the tick.
 */
export function edgesAtTick(observed: ObservedState, inForce: DerivationContext['inForce']): DerivedChanges {
  const { state, observation } = observed;
  const { assetId, observedAt } = observation;
  const known = edgesOf(state, assetId);
  let edges = known;
  const changes: Change[] = [];
  const take = (step: Step): void => {
    edges = step.edges;
    changes.push(...step.changes);
  };
  const causeOf = (place: Pick<Observation, 'subjectKind' | 'subjectKey' | 'field' | 'sourceKey'>) => {
    const old = readingOf(observed, place);
    // A reader is led to the source that stated the day.
    const cause: Observation = { ...observation, sourceUrl: old?.sourceUrl ?? null };
    return { cause, old, inForce, issuer: issuerKeys(partsOf(state, assetId)) };
  };
  const followed = { time: observedAt };
  for (const [subjectKey, row] of Object.entries(known.relations)) {
    const { since, until } = row.parent;
    if (!row.isActive) continue;
    const place = (field: string) =>
      ({ subjectKind: 'register_row', subjectKey, field, sourceKey: relations }) as const;
    if (until !== undefined && isReached(until, observedAt)) {
      const next = { ...edges, relations: withRow(edges.relations, subjectKey, { ...row, isActive: false }) };
      take(followParents(next, causeOf(place(relationshipColumns.endDate)), followed));
    } else if (since !== undefined && isReached(since, observedAt)) {
      take(followParents(edges, causeOf(place(relationshipColumns.startDate)), followed));
    }
  }
  for (const set of Object.values(known.sets)) {
    const to = lasting(set.to, observedAt);
    if (to.length === set.to.length || set.source === relations) continue;
    const { source: sourceKey } = set;
    const place = { subjectKind: 'party', subjectKey: edgesSubjectKey(set), field: 'edges', sourceKey };
    const { from, role, source } = set;
    take(endMembers(edges, { from, role, source, to, reportedBy: null, comparable: true, ...causeOf(place) }, set));
  }
  return derived(observed, edges, changes);
}

/** The reading that stated the day; null where the state has none. */
function readingOf(
  { state, observation: { assetId } }: ObservedState,
  place: Pick<Observation, 'subjectKind' | 'subjectKey' | 'field' | 'sourceKey'>,
): Side | null {
  const fact = state.get<Fact>(factKey({ assetId, ...place }));
  return fact === undefined || fact.ended === true ? null : sideOf(fact);
}

/** An end that a draft states already confirms the draft. A day is no reading: it withdraws none. */
function endMembers(edges: EdgeState, statement: Statement, given: StatedEdges): Step {
  const known = setOf(edges, statement) ?? given;
  const ends = compareSets(known.role, known.to, statement.to);
  const { changes, open } = followEvents({
    edges,
    statement,
    known,
    found: [...ends, ...(known.open ?? []).map(({ difference }) => difference)],
    isConfirmed: ({ difference }) => hasEvent(ends, difference),
    isAtOnce: () => true,
  });
  const { open: _, ...rest } = known;
  const next = { ...rest, to: statement.to, ...(open.length === 0 ? {} : { open }) };
  return { edges: withSet(edges, next), changes };
}
