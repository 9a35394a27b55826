import type { Coverage, PartCoverage, SourceCoverage } from '../../../../schemas/coverage/coverage.ts';
import { isoTimeOrNull } from '../../iso-time.ts';
import type { RegistryReader } from '../../memory/registry/index.ts';
import type { WatchedItem } from '../watchlist/watched-page.ts';
import { presentWatchedAsset } from '../watchlist/watched-asset.ts';

/** How much of a watched token is read, as its watcher may see it: no setting and no node (FD-13). */
export const presentItemCoverage = (item: WatchedItem, coverage: Coverage, registry: RegistryReader): object => ({
  watchlistItemId: item.itemId,
  asset: presentWatchedAsset(registry, item.assetId, item.gathering),
  state: coverage.state,
  current: coverage.current,
  of: coverage.of,
  parts: coverage.parts.map(presentPart),
});

const presentPart = ({ part, state, reason, readAt, limitSeconds, text, next, sources }: PartCoverage): object => ({
  part,
  state,
  reason,
  readAt: isoTimeOrNull(readAt),
  limitSeconds,
  text,
  next: next?.holder ?? null,
  sources: sources.map(presentSource),
});

const presentSource = ({ source, state, reason, readAt, limitSeconds }: SourceCoverage): object => ({
  source,
  state,
  reason,
  readAt: isoTimeOrNull(readAt),
  limitSeconds,
});
