import type { WatchItem } from '../../../../schemas/generated/records.ts';
import { isoTime } from '../../iso-time.ts';
import type { Term } from '../../../../schemas/vocabulary.ts';
import type { RegistryReader } from '../../memory/registry/index.ts';
import { presentWatchedAsset } from './watched-asset.ts';

/** Watchlist item of interface B (conformance B-05 … B-09). `note` is the opened one. */
export const presentWatchItem = (item: WatchItem, note: string | null, registry: RegistryReader): object => ({
  id: item.itemId,
  asset: presentWatchedAsset(registry, item.assetId, item.state === 'gathering'),
  state: item.state,
  stateReason: item.state === 'unresolved' ? item.stateReason : null,
  intakeStatus: item.state === 'gathering' ? intakeStatusOf(registry, item.assetId) : null,
  monitoringEnabled: item.monitoringEnabled,
  note,
  addedAt: isoTime(item.addedAt),
});

/** The item as the command that started its intake left it: the intake does not know it yet (B-11). */
export const presentAddedItem = (item: WatchItem, note: string | null, registry: RegistryReader): object => ({
  ...presentWatchItem(item, note, registry),
  intakeStatus: item.intakeStatus,
});

/** What the intake waits for: a record of the asset, the answer of its chain, or its own decision. */
function intakeStatusOf(registry: RegistryReader, assetId: string): Term<'intakeStatus'> {
  const asset = registry.byId(assetId);
  if (asset === null) return 'resolving';
  return asset.chainReading === null ? 'fetching' : 'indexing';
}
