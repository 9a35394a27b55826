import { issuerOf } from '../../../schemas/facts/issuer-of.ts';
import type { RegistryAsset, RegistryParty } from '../../../schemas/generated/records.ts';
import { canonicalJson } from '../../../schemas/values/canonical.ts';
import { assetLine, partyLine } from '../export.ts';
import type { DecidedLine } from './decide.ts';
import { withNamedIssuer } from './declare-wishes.ts';

/**
 * The line of a registered asset or party with other members. Another issuer is named and not linked. The import checks the
 * values.
 */
export function editLine(
  declared: RegistryAsset | RegistryParty,
  members: Readonly<Record<string, unknown>>,
  issuerId: string | null,
): DecidedLine {
  const line: Readonly<Record<string, unknown>> =
    'assetId' in declared ? assetLine(withIssuer(declared, issuerId)) : partyLine(declared);
  const edited = { ...line, ...members };
  const before = 'assetId' in declared ? assetLine(declared) : partyLine(declared);
  return canonicalJson(edited) === canonicalJson(before)
    ? { unchanged: 'nothing is stated otherwise than it is declared' }
    : { line: edited };
}

const withIssuer = (asset: RegistryAsset, partyId: string | null): RegistryAsset =>
  partyId === null || partyId === issuerOf(asset) ? asset : withNamedIssuer(asset, partyId);
