import { createLru } from './lru.ts';
import type { Versions } from './versions.ts';

interface Options<T> {
  readonly versions: Pick<Versions, 'current'>;
  /** Version of all that is known to change the rows of an asset. */
  readonly versionOf: (assetId: string) => number;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  /** By asset; up to `assetsOfQuery` ids. */
  readonly read: (assetIds: readonly string[]) => Promise<ReadonlyMap<string, T>>;
}

interface Entry<T> {
  /** Version of the asset before it was read. */
  readonly version: number;
  /** Newest fetch of a document at that time. */
  readonly fetched: string;
  readonly readAt: number;
  readonly rows: T;
}

/** A reading that repeats what is known is no new version, milliseconds. */
const rowsForMs = 10_000;
/** Some hundred bytes to a few kilobytes each. */
const mostAssets = 5_000;
/** Assets of one query. */
export const assetsOfQuery = 500;

/**
 * Reads rows of assets, cached by version of the asset and newest fetch of a document, and no longer than ten seconds. The
 * result has the assets that `read` has.
 */
export function createAssetCache<T>({ versions, versionOf, clock, read }: Options<T>) {
  const cache = createLru<string, Entry<T>>(mostAssets);
  const cached = (assetId: string, fetched: string): Entry<T> | null => {
    const entry = cache.get(assetId);
    if (entry === undefined || !versions.current() || entry.fetched !== fetched) return null;
    const age = clock() - entry.readAt;
    return age >= 0 && age < rowsForMs && versionOf(assetId) === entry.version ? entry : null;
  };
  const load = async (assetIds: readonly string[], fetched: string): Promise<ReadonlyMap<string, T>> => {
    const before = new Map(assetIds.map((assetId) => [assetId, versionOf(assetId)]));
    const readAt = clock();
    const found = await read(assetIds);
    for (const [assetId, rows] of found) {
      cache.set(assetId, { version: before.get(assetId) ?? 0, fetched, readAt, rows });
    }
    return found;
  };
  return async (assetIds: readonly string[], fetched: string): Promise<ReadonlyMap<string, T>> => {
    const found = new Map<string, T>();
    for (const assetId of assetIds) {
      const entry = cached(assetId, fetched);
      if (entry !== null) found.set(assetId, entry.rows);
    }
    const missing = [...new Set(assetIds)].filter((assetId) => !found.has(assetId));
    for (let start = 0; start < missing.length; start += assetsOfQuery) {
      for (const [id, rows] of await load(missing.slice(start, start + assetsOfQuery), fetched)) found.set(id, rows);
    }
    return found;
  };
}
