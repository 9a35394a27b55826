import { UsageError } from '../../infra/errors.ts';
import { caip19Of } from '../../pipeline/registry/caip19.ts';
import { findAssets, findParties } from '../../pipeline/registry/find-registered.ts';
import type { RegistrySnapshot } from '../../pipeline/registry/snapshot.ts';
import { issuerOf } from '../../schemas/facts/issuer-of.ts';
import type { RegistryAsset, RegistryParty } from '../../schemas/generated/records.ts';
import { isLei } from '../../schemas/values/lei.ts';

/**
 * The one asset that a reference names: by id, DID, slug, CAIP-19, address or exact name, or the only one of the issuer with an
 * LEI. Throws UsageError that lists the candidates, or states that there is none.
 */
export function assetNamed(ref: string, registry: RegistrySnapshot): RegistryAsset {
  const lei = ref.trim().toUpperCase();
  const found = isLei(lei) ? assetsOfIssuer(lei, registry) : findAssets(ref, registry);
  const [asset, ...others] = found;
  if (asset === undefined) throw new UsageError(`no asset "${ref}" is registered: attestry registry find`);
  if (others.length > 0)
    throw new UsageError(`"${ref}" names ${found.length} assets: ${found.map(caip19Of).join(', ')}`);
  return asset;
}

const assetsOfIssuer = (lei: string, { assets, parties }: RegistrySnapshot): readonly RegistryAsset[] =>
  [...assets.values()]
    .map(({ value }) => value)
    .filter((asset) => parties.get(issuerOf(asset) ?? '')?.value.lei === lei);

/** The one party that a reference names. Throws UsageError that lists the candidates, or states that there is none. */
export function partyNamed(ref: string, registry: RegistrySnapshot): RegistryParty {
  const found = findParties(ref, registry);
  const [party, ...others] = found;
  if (party === undefined) throw new UsageError(`no party "${ref}" is registered: attestry party add`);
  if (others.length > 0) {
    throw new UsageError(`"${ref}" names ${found.length} parties: ${found.map(({ partyId }) => partyId).join(', ')}`);
  }
  return party;
}
