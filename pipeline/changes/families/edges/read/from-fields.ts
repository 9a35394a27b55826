/** The parties that disclosed fields name: custodians, issuer, auditor or attestor. The change of the field states the same. */
import { disclosedParties } from '../../../../../schemas/facts/disclosed.ts';
import type { EdgeParty } from '../../../../../schemas/facts.ts';
import type { Change, Observation } from '../../../../../schemas/generated/records.ts';
import { storedValue } from '../../../../../schemas/stored-value.ts';
import type { PartyRole } from '../../../../../schemas/vocabulary.ts';
import type { KeyedState } from '../../../../runtime/processor.ts';
import { emitChanges, type InForce } from '../../../build-change.ts';
import { partsOf } from '../../../composition/parts.ts';
import { type Fact, factKey, type Side, sideOf } from '../../../fact.ts';
import type { FieldFact } from '../../disclosure/field/field-fact.ts';
import type { DerivedChanges, FamilyFold, ReviewRule } from '../../family.ts';
import { compareSets } from '../compare-sets.ts';
import { custodianClasses } from './custodian-classes.ts';
import { derived } from '../follow/derived.ts';
import { edgesOf, setOf, type StatedEdges, withSet } from '../edge-state.ts';
import { edgesSubjectKey } from '../../../../parties/edges-value.ts';
import { issuerKeys } from '../declared-party.ts';
import { followEvents, hasEvent } from '../follow/follow-events.ts';
import { partyKey } from '../../../../parties/identity.ts';
import type { Statement } from '../follow/report-event.ts';

type Place = Pick<Observation, 'assetId' | 'subjectKind' | 'subjectKey' | 'field' | 'sourceKey'>;

const from = 'asset';

/** The role of the parties that a field names; null for every other field. */
function roleOf({ assetId, field, sourceKey }: Place, state: KeyedState): PartyRole | null {
  if (field === 'reserve_custodians') return 'custodian';
  if (field === 'issuer_identity') return 'issuer';
  if (field !== 'external_auditor') return null;
  const sources = partsOf(state, assetId).declaration?.asset.sources ?? [];
  return sources.find(({ sourceId }) => sourceId === sourceKey)?.kind === 'report' ? 'attestor' : 'auditor';
}

/** The fold of disclosed fields, with the parties that they name. */
export const withFieldParties = (fold: FamilyFold): FamilyFold => ({
  ...fold,
  apply: (state, observation, inForce) => {
    const role = roleOf(observation, state);
    if (role === null) return fold.apply(state, observation, inForce);
    const before = state.get<FieldFact>(factKey(observation));
    const result = fold.apply(state, observation, inForce);
    if (result.kind !== 'ok') return result;
    const stated = result.outputs.flatMap((output) => (output.topic === 'changes' ? [output.value] : []));
    const given = { role, place: observation, before, stated, state, cause: observation, inForce };
    const { changes, ...links } = followField(given);
    return { ...result, outputs: [...result.outputs, ...emitChanges(changes)], ...links };
  },
  ...(fold.reviewed === undefined ? {} : { reviewed: reviewedWithParties(fold.reviewed) }),
});

const reviewedWithParties = (reviewed: ReviewRule): ReviewRule => ({
  ...reviewed,
  apply: (review, observed, inForce) => {
    const { state, observation } = observed;
    const place = { ...observation, subjectKind: 'asset', sourceKey: review.reviewed };
    const role = roleOf(place, state);
    const before = role === null ? undefined : state.get<FieldFact>(factKey(place));
    const { changes: stated } = reviewed.apply(review, observed, inForce);
    if (role === null || stated.length === 0) return { changes: stated };
    const given = { role, place, before, stated, state, cause: observation, inForce: () => inForce };
    const followed = followField(given);
    return { ...followed, changes: [...stated, ...followed.changes] };
  },
});

interface FieldReadingGiven {
  readonly role: PartyRole;
  /** Of the fact. */
  readonly place: Place;
  readonly before: FieldFact | undefined;
  /** The changes of the field. */
  readonly stated: readonly Change[];
  readonly state: KeyedState;
  /** The reading or the review. */
  readonly cause: Observation;
  readonly inForce: () => InForce;
}

/**
 * Follows a field: what it establishes is established, and while a draft of it is open, each event is one, too. A reading
 * that does not compare with the earlier one moves the baseline without an event.
 */
function followField({ role, place, before, stated, state, cause, inForce }: FieldReadingGiven): DerivedChanges {
  const fact = state.get<FieldFact>(factKey(place));
  const own = { ...place, subjectKind: 'party', subjectKey: edgesSubjectKey({ from, role }), field: 'edges' };
  // A source whose parties are imported as facts of their own states them there.
  const isSame = fact?.value === before?.value && fact?.draft?.changeId === before?.draft?.changeId;
  if (fact === undefined || isSame || state.get<Fact>(factKey(own)) !== undefined) return { changes: [] };
  const parts = partsOf(state, place.assetId);
  const { sourceKey: source } = place;
  const edges = edgesOf(state, place.assetId);
  const known = setOf(edges, { source, from, role });
  const established = partiesOf(establishedIn(fact).value);
  if (known === undefined) {
    return derived(
      { state, observation: cause },
      withSet(edges, { source, from, role, to: established, at: cause.observedAt }),
      [],
    );
  }
  const statement: Statement = {
    source,
    from,
    role,
    cause,
    inForce,
    reportedBy: 'field',
    comparable: true,
    issuer: issuerKeys(parts),
    to: established,
    old: before === undefined ? null : sideOf(establishedIn(before)),
    classes: custodianClasses(state, place, (fact.draft ?? before?.draft)?.detectedAt ?? cause.observedAt),
  };
  const isCompared = stated.some(({ confirmed, lowSignal }) => confirmed && !lowSignal);
  const confirmed = isCompared ? eventsBetween(role, known.to, established) : [];
  const drafted = fact.draft === null ? [] : eventsBetween(role, established, partiesOf(fact.value));
  const { changes, open } = followEvents({
    edges,
    statement,
    known,
    found: [...confirmed, ...drafted],
    isConfirmed: ({ difference }) => hasEvent(confirmed, difference),
    isAtOnce: (event) => confirmed.includes(event),
    beforeOf: ({ stage }) => (stage === 'draft' ? established : known.to),
  });
  const { open: _open, ...rest } = known;
  const next: StatedEdges = { ...rest, to: established, at: cause.observedAt, ...(open.length === 0 ? {} : { open }) };
  return derived({ state, observation: cause }, withSet(edges, next), changes);
}

/** A field's change states particulars: they are no event. */
const eventsBetween = (role: PartyRole, old: readonly EdgeParty[], current: readonly EdgeParty[]) =>
  compareSets(role, old, current).filter(({ event }) => event !== 'detail');

/** While a draft is open, the value before it is the established one. */
const establishedIn = (fact: FieldFact): Side => fact.draft?.old ?? fact;

/** The parties of a field's value, sorted; none where it is not disclosed. */
function partiesOf(value: string | null): readonly EdgeParty[] {
  if (value === null) return [];
  const stated = storedValue(value, disclosedParties);
  const parties = 'parties' in stated ? stated.parties : [stated];
  return parties
    .map(({ name, lei, registrationNumber, country }) => ({
      name,
      ...(lei === undefined ? {} : { lei }),
      ...(registrationNumber === undefined ? {} : { registration: registrationNumber }),
      ...(country === undefined ? {} : { country }),
    }))
    .sort((a, b) => (partyKey(a) < partyKey(b) ? -1 : 1));
}
