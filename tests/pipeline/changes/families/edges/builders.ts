/** Parties in roles, as observers and declarations state them. */
import type { EdgeParty } from '../../../../../schemas/facts.ts';
import type { Observation, RegistryParty } from '../../../../../schemas/generated/records.ts';
import type { PartyRole } from '../../../../../schemas/vocabulary.ts';
import { assetId, declared, declaredParty, issuerId, observation } from '../../builders.ts';

type GivenMembers = Partial<Omit<Observation, 'value'>>;

/** The parties that a document names in a role of the asset. */
export const stated = (
  observedAt: number,
  role: PartyRole,
  parties: readonly EdgeParty[] | null,
  given: GivenMembers = {},
): Observation =>
  observation({
    subjectKind: 'party',
    subjectKey: `edges:asset:${role}`,
    field: 'edges',
    sourceKey: 'terms',
    sourceUrl: 'https://example.org/terms',
    quote: parties?.map(({ name }) => name).join(', ') ?? null,
    ...given,
    value: parties === null ? null : { from: 'asset', role, to: parties },
    observedAt,
  });

/** A tagged fact of an iXBRL document, which one reading establishes. */
export const tagged: GivenMembers = { extractionRule: 'ixbrl:Custodian', documentClass: 'ixbrl_esma' };

export const named = (name: string, given: Partial<EdgeParty> = {}): EdgeParty => ({ name, ...given });

const ids = { custodian: 'a3b7c1d2-1111-4222-8333-000000000001', other: 'a3b7c1d2-1111-4222-8333-000000000002' };

/** Records of parties as `declare` writes them, before the declaration of the asset. */
export const partyRecord = (
  observedAt: number,
  name: keyof typeof ids,
  role: PartyRole,
  given: Partial<RegistryParty> = {},
): Observation =>
  declaredParty(
    observedAt,
    { name, legalName: name === 'other' ? 'Second Bank AG' : 'First Bank AG', lei: null, country: 'DE', ...given },
    [role],
    ids[name],
  );

/** The asset with its issuer and these parties by role. */
export const withRoles = (
  observedAt: number,
  roles: readonly (readonly [keyof typeof ids, PartyRole])[],
  position = observedAt,
): Observation =>
  declared(
    observedAt,
    { assetId, issuerId, parties: roles.map(([name, role]) => ({ partyId: ids[name], role })) },
    position,
  );
