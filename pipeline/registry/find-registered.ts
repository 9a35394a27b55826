import type { RegistryAsset, RegistryParty } from '../../schemas/generated/records.ts';
import { idName } from '../../schemas/values/registry-ids.ts';
import { caip19Of, chainOf, namesAsset } from './caip19.ts';
import { sameAccount } from './addresses.ts';
import type { RegistrySnapshot } from './snapshot.ts';

/** Parties that a text names by id, DID, LEI or exact name; an identifier wins over a name. */
export function findParties(text: string, { parties }: RegistrySnapshot): readonly RegistryParty[] {
  const wanted = text.trim();
  const all = [...parties.values()].map(({ value }) => value);
  const byId = all.filter(
    ({ partyId, did, lei }) =>
      partyId === wanted.toLowerCase() || did === wanted.toUpperCase() || lei === wanted.toUpperCase(),
  );
  if (byId.length > 0) return byId;
  const name = idName(wanted);
  return all.filter((party) =>
    [party.name, party.legalName ?? '', ...party.aliases].some((one) => one !== '' && idName(one) === name),
  );
}

/** Assets that a text names by id, DID, slug, CAIP-19 or address, or by exact name; an identifier wins over a name. */
export function findAssets(text: string, { assets }: RegistrySnapshot): readonly RegistryAsset[] {
  const wanted = text.trim();
  const all = [...assets.values()].map(({ value }) => value);
  const byId = all.filter(
    (asset) =>
      asset.assetId === wanted.toLowerCase() ||
      asset.did === wanted.toUpperCase() ||
      asset.slug === wanted.toLowerCase() ||
      namesAsset(wanted, asset) ||
      sameAccount(chainOf(asset), asset.address, wanted),
  );
  if (byId.length > 0) return byId;
  const name = idName(wanted);
  return all.filter((asset) => idName(asset.name) === name);
}

/** Registered assets by their CAIP-19, an active one before a withdrawn one. */
export function assetsByPlace({ assets }: RegistrySnapshot): ReadonlyMap<string, RegistryAsset> {
  const found = new Map<string, RegistryAsset>();
  for (const { value } of assets.values()) {
    const place = caip19Of(value);
    if (found.get(place)?.status !== 'active') found.set(place, value);
  }
  return found;
}
