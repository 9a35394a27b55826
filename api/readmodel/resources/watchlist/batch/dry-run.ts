import type { RegistryReader } from '../../../memory/registry/index.ts';
import type { Watchlist } from '../queries.ts';
import { absent, already, type DecidedAsset, full } from './decision.ts';

/** What the commands would decide, in their order, from the list as it is. `used` is what it would be. */
export function createDryRun(
  { items, limit }: Watchlist,
  registry: Pick<RegistryReader, 'byId'>,
): (assetIds: readonly string[]) => readonly DecidedAsset[] {
  const listed = new Map(items.map((item) => [item.assetId, item]));
  const wouldBeListed = new Set(listed.keys());
  let used = items.length;
  const decide = (assetId: string): Omit<DecidedAsset, 'limit' | 'used'> => {
    const item = listed.get(assetId) ?? null;
    if (wouldBeListed.has(assetId)) return { ...already, item };
    if (registry.byId(assetId)?.public !== true) return { ...absent(assetId, registry), item };
    if (used >= limit) return { ...full({ used, limit }), item };
    used += 1;
    wouldBeListed.add(assetId);
    return { outcome: 'added', message: 'Would be added to the list', item };
  };
  return (assetIds) => assetIds.map((assetId) => ({ ...decide(assetId), limit, used }));
}
