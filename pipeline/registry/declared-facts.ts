import type {
  AssetDeclarationValue,
  AssetStatusValue,
  DeclaredAsset,
  DeclaredParty,
  IssuerKyiValue,
  PartyDeclarationValue,
} from '../../schemas/facts.ts';
import type { RegistryAsset, RegistryParty } from '../../schemas/generated/records.ts';
import type { PartyRole } from '../../schemas/vocabulary.ts';

/** A declared fact about an asset; its value is null once the asset no longer names the subject. */
export interface DeclaredFact {
  readonly subjectKind: 'asset' | 'party' | 'issuer';
  readonly subjectKey: string;
  readonly field: 'declaration' | 'status' | 'kyi';
  readonly value: AssetDeclarationValue | AssetStatusValue | PartyDeclarationValue | IssuerKyiValue | null;
}

/** Ids of the parties an asset names, sorted. */
export const partiesOf = (asset: RegistryAsset): readonly string[] => [...rolesByParty(asset).keys()].sort();

/** What the registry states of an asset. */
export interface Declaration extends Omit<AssetDeclarationValue, 'asset'> {
  readonly asset: RegistryAsset;
}

/**
 * All facts of an asset's declaration and of the parties it names (shapes: schemas/facts.ts). Parties come first, so that a
 * fold of the facts never has an asset without its issuer.
 */
export function declaredFacts(
  declaration: Declaration,
  parties: ReadonlyMap<string, RegistryParty>,
): readonly DeclaredFact[] {
  const { asset } = declaration;
  const roles = rolesByParty(asset);
  const issuer = asset.issuerId === null ? undefined : parties.get(asset.issuerId);
  return [
    ...partiesOf(asset).map((partyId) => partyFact(partyId, parties.get(partyId), roles.get(partyId))),
    {
      subjectKind: 'asset',
      subjectKey: '',
      field: 'declaration',
      value: { ...declaration, asset: assetWithoutDefaults(asset) },
    },
    { subjectKind: 'asset', subjectKey: '', field: 'status', value: { status: asset.status } as AssetStatusValue },
    { subjectKind: 'issuer', subjectKey: '', field: 'kyi', value: issuer === undefined ? null : kyiOf(issuer) },
  ];
}

/** The asset no longer names the party. */
export const partyLeft = (partyId: string): DeclaredFact => partyFact(partyId, undefined, undefined);

function partyFact(
  partyId: string,
  party: RegistryParty | undefined,
  roles: ReadonlySet<string> | undefined,
): DeclaredFact {
  const value: PartyDeclarationValue | null =
    party === undefined ? null : { party: withoutDefaults(party), roles: [...(roles ?? [])].sort() as PartyRole[] };
  return { subjectKind: 'party', subjectKey: partyId, field: 'declaration', value };
}

/** Members that were added with a default are left out where they have it, so that a declaration stays the value it was. */
function withoutDefaults({ bics, taxIds, kind, birthYear, vouched, ...party }: RegistryParty): DeclaredParty {
  return {
    ...party,
    ...(bics.length === 0 ? {} : { bics }),
    ...(taxIds.length === 0 ? {} : { taxIds }),
    ...(kind === 'organisation' ? {} : { kind }),
    ...(birthYear === null ? {} : { birthYear }),
    ...(vouched === null ? {} : { vouched }),
  };
}

const assetWithoutDefaults = ({ token, vouched, ...asset }: RegistryAsset): DeclaredAsset => ({
  ...asset,
  ...(token === null ? {} : { token }),
  ...(vouched === null ? {} : { vouched }),
});

const kyiOf = (issuer: RegistryParty): IssuerKyiValue => ({
  partyId: issuer.partyId,
  name: issuer.name,
  status: issuer.kyi.status as IssuerKyiValue['status'],
});

/** Party id to its roles. The linked issuer has the role `issuer`, even if it is not listed with it. */
function rolesByParty(asset: RegistryAsset): ReadonlyMap<string, ReadonlySet<string>> {
  const roles = new Map<string, Set<string>>();
  const add = (partyId: string, role: string): void => {
    roles.set(partyId, (roles.get(partyId) ?? new Set()).add(role));
  };
  if (asset.issuerId !== null) add(asset.issuerId, 'issuer');
  for (const { partyId, role } of asset.parties) add(partyId, role);
  return roles;
}
