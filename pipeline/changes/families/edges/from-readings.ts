/** Parties in a role as an observer states them: a fact whose value is the whole set of one source. */
import { type PartyEdgesValue, partyEdges } from '../../../../schemas/facts.ts';
import type { Observation } from '../../../../schemas/generated/records.ts';
import { type KeyedState, ok, park } from '../../../runtime/processor.ts';
import { emitChanges, type InForce } from '../../build-change.ts';
import { partsOf } from '../../composition/parts.ts';
import { accepted, type Fact, factKey, hasSeen, isOlder, sameLineage, sideOf } from '../../fact.ts';
import { parseCanonical } from '../../parse-value.ts';
import { shapeProblem } from '../../shape-check.ts';
import { gradeOf } from '../disclosure/evidence.ts';
import type { Derived, FamilyFold, Reviewed } from '../family.ts';
import { sourceStandingOf } from '../source/source-standing.ts';
import { compareSets, type EdgeEvent } from './compare-sets.ts';
import { lasting, timeOf } from './dates.ts';
import { derived } from './derived.ts';
import { edgesOf, edgesSubjectKey, setOf, type StatedEdges, type ToldEvent, withSet } from './edge-state.ts';
import { issuerKeys } from './from-registry.ts';
import { applied, decideOpen, isSameEvent, tellNew } from './open-events.ts';
import type { Statement } from './tell-event.ts';

type Value = NonNullable<PartyEdgesValue>;

/** The fold of parties that observers state. */
export const edgesFold: FamilyFold = {
  problem: (_field, value) => shapeProblem(partyEdges, value),
  apply: (state, observation, inForce) => {
    if (observation.fetchOutcome !== 'ok' || observation.parseStatus !== 'ok') return ok();
    const key = factKey(observation);
    const fact = state.get<Fact>(key);
    if (fact !== undefined && (hasSeen(fact, observation.id) || isOlder(observation, fact))) return ok();
    const parsed = parseCanonical(observation.value);
    if (!parsed.ok) return park(parsed.reason);
    const problem = shapeProblem(partyEdges, parsed.value);
    if (problem !== null) return park(`the value of party / edges is not usable: ${problem}`);
    const value = parsed.value as PartyEdgesValue;
    const place = placeOf(observation.subjectKey);
    if (place === null || (value !== null && edgesSubjectKey(value) !== observation.subjectKey)) {
      return park(`the subject key ${JSON.stringify(observation.subjectKey)} is not that of the role in the value`);
    }
    if (sourceStandingOf(state, observation).isSuspect) return ok();
    const { changes, ...links } = follow({ ...place, to: lasting(value?.to ?? [], timeOf(state, observation)) }, fact, {
      state,
      observation,
      inForce,
    });
    state.put(key, accepted(fact, observation, null));
    return { ...ok(emitChanges(changes)), ...links };
  },
  reviewed: {
    category: 'party_edge',
    hasField: (field) => field === 'edges',
    apply: reviewEdge,
  },
};

const placeOf = (subjectKey: string): Pick<Value, 'from' | 'role'> | null => {
  const [, from, role] = /^edges:(.+):([a-z_]+)$/.exec(subjectKey) ?? [];
  return from === undefined || role === undefined ? null : { from, role: role as Value['role'] };
};

const hour = 3_600_000;
/** A later reading of a text confirms an event after this time, milliseconds. */
const secondReadingAfter = 6 * hour;

interface Given {
  readonly state: KeyedState;
  readonly observation: Observation;
  readonly inForce: () => InForce;
}

/** The first reading is a baseline, and so is one by another program or version. */
function follow(current: Value, fact: Fact | undefined, given: Given): Derived {
  const { state, observation: cause, inForce } = given;
  const { sourceKey: source, assetId } = cause;
  const edges = edgesOf(state, assetId);
  const known = setOf(edges, { ...current, source });
  const at = cause.observedAt;
  const statement: Statement = {
    ...{ ...current, source, cause, inForce, told: null, comparable: true },
    issuer: issuerKeys(partsOf(state, assetId)),
    old: fact === undefined ? null : sideOf(fact),
  };
  if (known === undefined || fact === undefined || !sameLineage(cause, fact)) {
    const withdrawn = known === undefined ? [] : decideOpen(edges, statement, known, () => 'superseded').changes;
    return derived(given, withSet(edges, { ...current, source, at }), withdrawn);
  }
  const isAtOnce = gradeOf(source, cause) === 'structured' || sourceStandingOf(state, cause).isSettled;
  const all = compareSets(current.role, known.to, current.to);
  const has = (events: readonly EdgeEvent[], event: EdgeEvent): boolean =>
    events.some((one) => isSameEvent(one, event));
  const dismissed = (known.dismissed ?? []).filter((event) => has(all, event));
  const events = all.filter((event) => !has(dismissed, event));
  const decided = decideOpen(edges, statement, known, (open) => {
    if (!has(events, open)) return 'superseded';
    return isAtOnce || at - open.draft.detectedAt >= secondReadingAfter ? 'confirmed' : 'open';
  });
  const fresh = events.filter((event) => !has(decided.open, event) && !has(decided.confirmed, event));
  const details = fresh.filter(({ event }) => event === 'detail');
  const others = fresh.filter(({ event }) => event !== 'detail');
  const toldDetails = tellNew(edges, statement, known, details, 'confirmed');
  const told = tellNew(edges, statement, known, others, isAtOnce ? 'confirmed' : 'draft');
  // What another source states already is evidence without an event.
  const silent = others.filter((event) => !has(told.told, event));
  const settled = [...decided.confirmed, ...details, ...silent, ...(isAtOnce ? told.told : [])];
  const open = [...decided.open, ...(isAtOnce ? [] : told.told)];
  const next = setWith(known, { to: applied(known.to, settled), at, open, dismissed });
  return derived(given, withSet(edges, next), [...decided.changes, ...toldDetails.changes, ...told.changes]);
}

const setWith = (
  { from, role, source }: StatedEdges,
  {
    to,
    at,
    open,
    dismissed,
  }: Pick<StatedEdges, 'to' | 'at'> & {
    readonly open: readonly ToldEvent[];
    readonly dismissed: readonly EdgeEvent[];
  },
): StatedEdges => ({
  ...{ from, role, source, to, at },
  ...(open.length === 0 ? {} : { open }),
  ...(dismissed.length === 0 ? {} : { dismissed }),
});

/** An operator's review of one open event. A dismissed one is ignored as long as the source states it. */
function reviewEdge(
  review: Parameters<Reviewed['apply']>[0],
  { state, observation: cause }: Parameters<Reviewed['apply']>[1],
  inForce: InForce,
): Derived {
  const { changeId, reviewed, verdict } = review;
  const edges = edgesOf(state, cause.assetId);
  const isReviewed = ({ draft }: ToldEvent): boolean => draft.changeId === changeId;
  const known = Object.values(edges.sets).find((set) => set.source === reviewed && set.open?.some(isReviewed) === true);
  if (known === undefined) return { changes: [] };
  const isConfirmed = verdict === 'confirmed';
  const statement: Statement = {
    ...{ ...known, cause, told: null, comparable: true, old: null, inForce: () => inForce },
    issuer: issuerKeys(partsOf(state, cause.assetId)),
  };
  const outcome = isConfirmed ? 'confirmed' : 'superseded';
  const decided = decideOpen(edges, statement, known, (open) => (isReviewed(open) ? outcome : 'open'), review);
  const closed = (known.open ?? [])
    .filter(isReviewed)
    .map(({ event, key, before, after }) => ({ event, key, before, after }));
  const next = setWith(known, {
    ...{ to: isConfirmed ? applied(known.to, closed) : known.to, at: cause.observedAt, open: decided.open },
    dismissed: [...(known.dismissed ?? []), ...(isConfirmed ? [] : closed)],
  });
  return derived({ state, observation: cause }, withSet(edges, next), decided.changes);
}
