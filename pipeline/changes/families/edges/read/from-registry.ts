/** The parties that this registry declares for an asset, by role. */
import {
  type AssetDeclarationValue,
  type EdgeParty,
  type PartyDeclarationValue,
  assetDeclaration,
  issuerKyi,
} from '../../../../../schemas/facts.ts';
import type { Change } from '../../../../../schemas/generated/records.ts';
import { storedValue } from '../../../../../schemas/stored-value.ts';
import type { PartyRole } from '../../../../../schemas/vocabulary.ts';
import { type AssetParts, partsOf } from '../../../composition/parts.ts';
import { type Fact, factKey, sideOf } from '../../../fact.ts';
import type { DerivedChanges, DerivationContext, ObservedState } from '../../family.ts';
import { timeOf } from '../follow/dates.ts';
import { derived } from '../follow/derived.ts';
import type { EdgeEvent } from '../compare-sets.ts';
import { type EdgeState, edgesOf, setOf, withSet } from '../edge-state.ts';
import { followParents } from '../follow/follow-parents.ts';
import { isSameParty, partyKey } from '../../../../parties/identity.ts';
import { edgePartyOf, issuerKeys } from '../declared-party.ts';
import type { EdgeReport } from '../text/finding.ts';
import { reportSet, type ReportedSet } from '../follow/report-set.ts';

type Asset = AssetDeclarationValue['asset'];

const source = 'registry';
const from = 'asset';

/** Parties by id. */
type Members = ReadonlyMap<string, EdgeParty>;

/** Parties by role, as the asset is declared; a party without a record is left out. */
function declaredSets({ issuerId, parties }: Asset, known: AssetParts['parties']): ReadonlyMap<PartyRole, Members> {
  const sets = new Map<PartyRole, Map<string, EdgeParty>>();
  const named = [...(issuerId === null ? [] : [{ partyId: issuerId, role: 'issuer' }]), ...parties];
  for (const { partyId, role } of named) {
    const party = known[partyId]?.party;
    if (party === undefined) continue;
    const members = sets.get(role as PartyRole) ?? new Map<string, EdgeParty>();
    sets.set(role as PartyRole, members.set(partyId, edgePartyOf(party)));
  }
  return sets;
}

const partyIdsOf = ({ issuerId, parties }: Asset): ReadonlySet<string> =>
  new Set([...(issuerId === null ? [] : [issuerId]), ...parties.map(({ partyId }) => partyId)]);

/**
 * What a declaration changes in the parties of an asset. The first one is a baseline, and so is a role of a party that the
 * asset gains with the same declaration. The parents of the issuer are followed again.
 */
export function edgesOfDeclaration(
  { asset }: AssetDeclarationValue,
  observed: ObservedState,
  given: DerivationContext,
): DerivedChanges {
  const { state, observation } = observed;
  const parts = partsOf(state, observation.assetId);
  const earlier = storedValue(given.before?.value, assetDeclaration);
  const sets = declaredSets(asset, parts.parties);
  const known = edgesOf(state, observation.assetId);
  const before = Object.values(known.sets).flatMap((set) => (set.source === source ? [set.role] : []));
  const knownIds = earlier === null ? new Set<string>() : partyIdsOf(earlier.asset);
  let edges = known;
  const changes: Change[] = [];
  for (const role of [...new Set([...sets.keys(), ...before])].sort()) {
    const place = { source, from, role };
    const members: Members = sets.get(role) ?? new Map<string, EdgeParty>();
    if (earlier !== null && setOf(edges, place) === undefined) {
      edges = withSet(edges, { ...place, to: [], ids: [], at: observation.observedAt });
    }
    const gained = [...members].flatMap(([partyId, party]) => (knownIds.has(partyId) ? [] : [party]));
    const reported = reportMembers(edges, role, members, observed, given, {
      reportedBy: role === 'issuer' ? reportedByKyi(asset, parts, observed) : null,
      isSilent: ({ event, after }) => event === 'added' && after !== null && gained.includes(after),
    });
    edges = reported.edges;
    changes.push(...reported.changes);
  }
  return parentsFollowed(edges, changes, observed, given);
}

/**
 * What the record of a party changes: the parents of the issuer, if its LEI differs. Who has a role is what the asset
 * declares.
 */
export function edgesOfParty(
  value: PartyDeclarationValue | null,
  observed: ObservedState,
  given: DerivationContext,
): DerivedChanges {
  const { state, observation } = observed;
  const parts = partsOf(state, observation.assetId);
  if (parts.declaration === null) return { changes: [] };
  let edges = edgesOf(state, observation.assetId);
  const changes: Change[] = [];
  const sets = value === null ? [] : [...declaredSets(parts.declaration.asset, parts.parties)];
  for (const [role, members] of sets) {
    if (!members.has(observation.subjectKey)) continue;
    const isNamed = setOf(edges, { source, from, role })?.ids?.includes(observation.subjectKey) === true;
    const reported = reportMembers(edges, role, members, observed, given, {
      reportedBy: null,
      isSilent: () => !isNamed,
    });
    edges = reported.edges;
    changes.push(...reported.changes);
  }
  return parentsFollowed(edges, changes, observed, given);
}

interface MembersReport {
  readonly reportedBy: EdgeReport['reportedBy'];
  readonly isSilent: (event: EdgeEvent) => boolean;
}

/** A party is the same one as long as it has its id, also when its identifiers were corrected. */
function reportMembers(
  edges: EdgeState,
  role: PartyRole,
  members: Members,
  { state, observation: cause }: ObservedState,
  { before, inForce }: DerivationContext,
  { reportedBy, isSilent }: MembersReport,
): ReportedSet {
  const place = { source, from, role };
  const sorted = [...members].sort(([, a], [, b]) => (partyKey(a) < partyKey(b) ? -1 : 1));
  const known = setOf(edges, place);
  const aligned = known?.to.map((party, index) => {
    const now = members.get(known.ids?.[index] ?? '');
    return now === undefined || isSameParty(party, now) ? party : now;
  });
  return reportSet(
    known === undefined || aligned === undefined ? edges : withSet(edges, { ...known, to: aligned }),
    {
      ...place,
      cause,
      inForce,
      reportedBy,
      comparable: true,
      to: sorted.map(([, party]) => party),
      ids: sorted.map(([id]) => id),
      old: before === undefined ? null : sideOf(before),
      issuer: issuerKeys(partsOf(state, cause.assetId)),
    },
    // Particulars of a declared party are the operator's own statement, and no event.
    (event) => event.event === 'detail' || isSilent(event),
  );
}

function parentsFollowed(
  edges: EdgeState,
  changes: readonly Change[],
  observed: ObservedState,
  { before, inForce }: DerivationContext,
): DerivedChanges {
  const { state, observation: cause } = observed;
  const issuer = issuerKeys(partsOf(state, cause.assetId));
  const old = before === undefined ? null : sideOf(before);
  const followed = followParents(edges, { cause, old, issuer, inForce }, { time: timeOf(state, cause) });
  return derived(observed, followed.edges, [...changes, ...followed.changes]);
}

/** The verification of the issuer is stated as a change of its own when it begins or ends with another issuer. */
function reportedByKyi(
  { issuerId }: Asset,
  { parties }: AssetParts,
  { state, observation }: ObservedState,
): EdgeReport['reportedBy'] {
  const { assetId, sourceKey } = observation;
  const kyi = state.get<Fact>(factKey({ assetId, subjectKind: 'issuer', subjectKey: '', field: 'kyi', sourceKey }));
  if (kyi === undefined) return null;
  const was = storedValue(kyi.value, issuerKyi)?.status === 'verified';
  const is = issuerId !== null && parties[issuerId]?.party.kyi.status === 'verified';
  return was === is ? null : 'kyi';
}
