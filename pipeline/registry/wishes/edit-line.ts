import { issuerOf } from '../../../schemas/facts/issuer-of.ts';
import type { RegistryAsset, RegistryParty } from '../../../schemas/generated/records.ts';
import { canonicalJson } from '../../../schemas/values/canonical.ts';
import { assetLine, partyLine } from '../export.ts';
import type { DecidedLine } from './decide.ts';
import { withNamedIssuer } from './declare-wishes.ts';

type Members = Readonly<Record<string, unknown>>;

/**
 * The line of a registered asset or party with other members. Another issuer is named and not linked; the declared source of the
 * white paper follows its address. The import checks the values.
 */
export function editLine(
  declared: RegistryAsset | RegistryParty,
  members: Members,
  issuerId: string | null,
): DecidedLine {
  const [before, edited]: readonly [Members, Members] =
    'assetId' in declared
      ? [
          assetLine(declared),
          { ...assetLine(withIssuer(declared, issuerId)), ...members, sources: sourcesAfter(declared, members) },
        ]
      : [partyLine(declared), { ...partyLine(declared), ...members }];
  return canonicalJson(edited) === canonicalJson(before)
    ? { unchanged: 'nothing is stated otherwise than it is declared' }
    : { line: edited };
}

const withIssuer = (asset: RegistryAsset, partyId: string | null): RegistryAsset =>
  partyId === null || partyId === issuerOf(asset) ? asset : withNamedIssuer(asset, partyId);

function sourcesAfter({ sources, whitepaperUrl }: RegistryAsset, { whitepaperUrl: stated }: Members): unknown {
  if (stated === undefined || whitepaperUrl === null) return sources;
  const isOld = ({ url }: { readonly url: string }): boolean => url === whitepaperUrl;
  return stated === null
    ? sources.filter((source) => !isOld(source))
    : sources.map((source) => (isOld(source) ? { ...source, url: stated } : source));
}
