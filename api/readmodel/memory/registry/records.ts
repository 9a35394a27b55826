import { RetryableError } from '../../../../infra/errors.ts';
import type { Chain } from '../../../../schemas/values/chains.ts';
import { readRecordTexts, type ServedRecord } from './row.ts';
import { createBatchLoader } from '../batch-loader.ts';
import { createLru } from '../lru.ts';
import type { AssetSummary } from './index.ts';
import type { TableReader } from '../../tables/reader.ts';
import { engineDeadlineMs, within } from '../../tables/deadline.ts';

/** One whole asset. A new record creates a new entry, so values derived from an entry can be cached by it. */
export interface RegistryEntry {
  readonly record: ServedRecord;
  readonly chain: Chain;
}

/** Records of assets, in the given order; synchronous if all are in memory. RetryableError if the tables lag behind. */
export type ReadEntries = (
  assets: readonly AssetSummary[],
) => readonly RegistryEntry[] | Promise<readonly RegistryEntry[]>;

export interface RegistryRecords {
  readonly entries: ReadEntries;
  /** Caches a record unless a newer one is cached. */
  readonly keep: (record: ServedRecord, chain: Chain) => void;
}

/** A fifth of the duration of the query, and long enough for a client to send its next request. */
const nextWindowMs = 2;

/** Caches at most `most` records; concurrent misses share one query (decision 27). */
export function createRegistryRecords(tables: TableReader, most: number): RegistryRecords {
  const cache = createLru<string, RegistryEntry>(most);

  const load = createBatchLoader(
    async (assetIds): Promise<ReadonlyMap<string, ServedRecord>> => {
      const newest = new Map<string, ServedRecord>();
      for (const record of await readRecordTexts(tables, assetIds)) {
        const other = newest.get(record.assetId);
        if (other === undefined || other.position < record.position) newest.set(record.assetId, record);
      }
      return newest;
    },
    { nextWindowMs },
  );

  const keep = (record: ServedRecord, chain: Chain): RegistryEntry => {
    const known = cache.get(record.assetId);
    // A newer record may have arrived during the query.
    if (known !== undefined && known.record.position >= record.position) return known;
    const entry = { record, chain };
    cache.set(record.assetId, entry);
    return entry;
  };

  const current = ({ assetId, position }: AssetSummary): RegistryEntry | undefined => {
    const entry = cache.get(assetId);
    return entry !== undefined && entry.record.position >= position ? entry : undefined;
  };

  const readMissing = async (
    assets: readonly AssetSummary[],
    found: readonly (RegistryEntry | undefined)[],
  ): Promise<readonly RegistryEntry[]> => {
    const missing = assets.filter((_, index) => found[index] === undefined);
    const records = await within(engineDeadlineMs, 'the tables', load(missing.map(({ assetId }) => assetId)));
    return assets.map(({ assetId, chain, position }, index) => {
      const entry = found[index];
      if (entry !== undefined) return entry;
      const record = records.get(assetId);
      // Rows are never deleted from this table, so a missing or older record means that the replica lags behind.
      if (record === undefined || record.position < position) {
        throw new RetryableError(`The tables do not show the newest record of asset ${assetId} yet`);
      }
      return keep(record, chain);
    });
  };

  return {
    keep: (record, chain) => void keep(record, chain),
    entries: (assets) => {
      const found = assets.map(current);
      return found.every((entry) => entry !== undefined) ? found : readMissing(assets, found);
    },
  };
}
