/** Parties that this registry declares, in the form of edges. */
import { issuerOf } from '../../../../schemas/facts/issuer-of.ts';
import type { DeclaredParty, EdgeParty } from '../../../../schemas/facts.ts';
import { partyKey } from '../../../parties/identity.ts';
import type { AssetParts } from '../../composition/parts.ts';

/** The party in the form of an edge. */
export const edgePartyOf = ({
  name,
  legalName,
  lei,
  registrationNumber,
  country,
  bics = [],
  taxIds = [],
}: DeclaredParty): EdgeParty => ({
  name: legalName ?? name,
  ...(lei === null ? {} : { lei }),
  ...(registrationNumber === null ? {} : { registration: registrationNumber }),
  ...(country === null ? {} : { country }),
  ...(bics[0] === undefined ? {} : { bic: bics[0] }),
  ...(taxIds[0] === undefined ? {} : { taxId: taxIds[0].value }),
});

/** Keys of the issuer of an asset: those by which parents of it are known. */
export function issuerKeys({ declaration, parties }: AssetParts): readonly string[] {
  const issuerId = declaration === null ? null : issuerOf(declaration.asset);
  const issuer = issuerId === null ? undefined : parties[issuerId]?.party;
  return issuer === undefined ? [] : [partyKey(edgePartyOf(issuer))];
}
