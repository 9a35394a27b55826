import type { WatchItem } from '../../../../schemas/generated/records.ts';
import { isoTime } from '../../iso-time.ts';
import type { RegistryReader } from '../../memory/registry/index.ts';
import { presentWatchedAsset } from './watched-asset.ts';

/** Watchlist item of interface B (conformance B-05 … B-09). `note` is the opened one. */
export const presentWatchItem = (item: WatchItem, note: string | null, registry: RegistryReader): object => ({
  id: item.itemId,
  asset: presentWatchedAsset(registry, item.assetId, item.state === 'gathering'),
  state: item.state,
  stateReason: item.state === 'unresolved' ? item.stateReason : null,
  intakeStatus: item.state === 'gathering' ? item.intakeStatus : null,
  monitoringEnabled: item.monitoringEnabled,
  note,
  addedAt: isoTime(item.addedAt),
});
