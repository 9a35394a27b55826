import type { RegistryAsset, RegistryParty } from '../../schemas/generated/records.ts';
import { idName } from '../../schemas/values/registry-ids.ts';
import { caip19Of, chainOf, namesAsset } from './caip19.ts';
import { sameAccount } from './addresses.ts';
import type { RegistrySnapshot } from './snapshot.ts';

/** Parties that a text names by id, DID, LEI or exact name; an identifier wins over a name. */
export const findParties = (text: string, registry: RegistrySnapshot): readonly RegistryParty[] =>
  partyFinder(registry)(text);

/** `findParties` for many texts: every party is read once. */
export function partyFinder({ parties }: RegistrySnapshot): (text: string) => readonly RegistryParty[] {
  const all = [...parties.values()].map(({ value }) => value);
  const byId = grouped(all, ({ partyId, did, lei }) => [partyId, did, lei ?? '']);
  let byName: ReadonlyMap<string, readonly RegistryParty[]> | null = null;
  return (text) => {
    const wanted = text.trim();
    const identified = byId.get(wanted.toLowerCase()) ?? byId.get(wanted.toUpperCase());
    if (identified !== undefined) return identified;
    byName ??= grouped(all, ({ name, legalName, aliases }) => [name, legalName ?? '', ...aliases].map(idName));
    return byName.get(idName(wanted)) ?? [];
  };
}

/** Parties by each of their keys that is not empty. */
function grouped(
  parties: readonly RegistryParty[],
  keysOf: (party: RegistryParty) => readonly string[],
): ReadonlyMap<string, readonly RegistryParty[]> {
  const groups = new Map<string, RegistryParty[]>();
  for (const party of parties) {
    for (const key of new Set(keysOf(party))) {
      if (key === '') continue;
      const group = groups.get(key);
      if (group === undefined) groups.set(key, [party]);
      else group.push(party);
    }
  }
  return groups;
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
