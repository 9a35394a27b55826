/** Parties in a role as an observer states them: a fact whose value is the whole set of one source. */
import { type PartyEdgesValue, partyEdges } from '../../../../../schemas/facts.ts';
import type { Observation } from '../../../../../schemas/generated/records.ts';
import { type KeyedState, ok, park } from '../../../../runtime/processor.ts';
import { emitChanges, type InForce } from '../../../build-change.ts';
import { partsOf } from '../../../composition/parts.ts';
import { confirms, confirmsAtOnce } from '../../../drafts/second-reading.ts';
import { accepted, type Fact, factKey, isOlder, sameLineage, sideOf } from '../../../fact.ts';
import { hasSeen } from '../../../../../schemas/values/seen-ids.ts';
import { parseCanonical } from '../../../../../schemas/parse-value.ts';
import { shapeProblem } from '../../../../../schemas/shape-check.ts';
import type { DerivedChanges, FamilyFold, ReviewRule } from '../../family.ts';
import { sourceTrustOf } from '../../source/source-trust.ts';
import { compareSets, type EdgeEvent } from '../compare-sets.ts';
import { lasting, timeOf } from '../follow/dates.ts';
import { derived } from '../follow/derived.ts';
import { edgesOf, setOf, type StatedEdges, type ReportedEvent, withSet } from '../edge-state.ts';
import { edgesSubjectKey } from '../../../../parties/edges-value.ts';
import { issuerKeys } from '../declared-party.ts';
import { followEvents, hasEvent, withEvents } from '../follow/follow-events.ts';
import { reportEvent, type Statement } from '../follow/report-event.ts';

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
    if (sourceTrustOf(state, observation).isSuspect) return ok();
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

interface FollowContext {
  readonly state: KeyedState;
  readonly observation: Observation;
  readonly inForce: () => InForce;
}

/** The first reading is a baseline, and so is one by another program or version. */
function follow(current: Value, fact: Fact | undefined, given: FollowContext): DerivedChanges {
  const { state, observation: cause, inForce } = given;
  const { sourceKey: source, assetId } = cause;
  const edges = edgesOf(state, assetId);
  const known = setOf(edges, { ...current, source });
  const at = cause.observedAt;
  const statement: Statement = {
    ...current,
    source,
    cause,
    inForce,
    reportedBy: null,
    comparable: true,
    issuer: issuerKeys(partsOf(state, assetId)),
    old: fact === undefined ? null : sideOf(fact),
  };
  if (known === undefined) return derived(given, withSet(edges, { ...current, source, at }), []);
  if (fact === undefined || !sameLineage(cause, fact)) {
    const { changes } = followEvents({ edges, statement, known, found: [], isConfirmed: never, isAtOnce: never });
    return derived(given, withSet(edges, { ...current, source, at }), changes);
  }
  const trust = sourceTrustOf(state, cause);
  const isAtOnce = confirmsAtOnce(cause, trust);
  const all = compareSets(current.role, known.to, current.to);
  const dismissed = (known.dismissed ?? []).filter((event) => hasEvent(all, event));
  const { changes, open, established } = followEvents({
    edges,
    statement,
    known,
    found: detailsFirst(all.filter((event) => !hasEvent(dismissed, event))),
    isConfirmed: ({ draft: { detectedAt }, documentClass }) =>
      confirms({ detectedAt, documentClass, shown: fact }, cause, trust),
    isAtOnce: (event) => isAtOnce || isDetail(event),
  });
  const next = setWith(known, { to: withEvents(known.to, established), at, open, dismissed });
  return derived(given, withSet(edges, next), changes);
}

const never = (): boolean => false;

/** Particulars are no draft: one reading establishes them. */
const isDetail = ({ event }: EdgeEvent): boolean => event === 'detail';

const detailsFirst = (events: readonly EdgeEvent[]): readonly EdgeEvent[] => [
  ...events.filter(isDetail),
  ...events.filter((event) => !isDetail(event)),
];

interface NextSet extends Pick<StatedEdges, 'to' | 'at'> {
  readonly open: readonly ReportedEvent[];
  readonly dismissed: readonly EdgeEvent[];
}

const setWith = ({ from, role, source }: StatedEdges, { to, at, open, dismissed }: NextSet): StatedEdges => ({
  from,
  role,
  source,
  to,
  at,
  ...(open.length === 0 ? {} : { open }),
  ...(dismissed.length === 0 ? {} : { dismissed }),
});

/** An operator's review of one open event. A dismissed one is ignored as long as the source states it. */
function reviewEdge(
  review: Parameters<ReviewRule['apply']>[0],
  { state, observation: cause }: Parameters<ReviewRule['apply']>[1],
  inForce: InForce,
): DerivedChanges {
  const { changeId, reviewed, verdict } = review;
  const edges = edgesOf(state, cause.assetId);
  const isReviewed = ({ draft }: ReportedEvent): boolean => draft.changeId === changeId;
  const known = Object.values(edges.sets).find((set) => set.source === reviewed && set.open?.some(isReviewed) === true);
  const draft = known?.open?.find(isReviewed);
  if (known === undefined || draft === undefined) return { changes: [] };
  const { difference } = draft;
  const isConfirmed = verdict === 'confirmed';
  const statement: Statement = {
    ...known,
    cause,
    reportedBy: null,
    comparable: true,
    old: null,
    inForce: () => inForce,
    issuer: issuerKeys(partsOf(state, cause.assetId)),
  };
  const step = { difference, stage: isConfirmed ? 'confirmed' : 'superseded', draft } as const;
  const built = reportEvent(edges, statement, step, { before: known.to, dismissal: isConfirmed ? null : review });
  const next = setWith(known, {
    to: isConfirmed ? withEvents(known.to, [difference]) : known.to,
    at: cause.observedAt,
    open: (known.open ?? []).filter((one) => one !== draft),
    dismissed: [...(known.dismissed ?? []), ...(isConfirmed ? [] : [difference])],
  });
  return derived({ state, observation: cause }, withSet(edges, next), built === null ? [] : [built.change]);
}
