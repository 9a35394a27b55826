import { RetryableError } from '../../../infra/errors.ts';
import type { AssetRecord } from '../../../schemas/generated/records.ts';
import type { Chain } from '../../../schemas/values/chains.ts';
import { assetRecordOfText, type AssetRecordText, assetRecordTextsSql } from './row.ts';
import { createBatchLoader } from '../batch-loader.ts';
import { createLru } from '../lru.ts';
import type { AssetSummary } from './index.ts';
import type { TableReader } from '../../tables/reader.ts';
import { engineDeadlineMs, within } from '../../tables/deadline.ts';

/** One asset in full. A new record makes a new entry, so what is derived from an entry can be kept with it. */
export interface RegistryEntry {
  readonly record: AssetRecord;
  readonly chain: Chain;
}

/** Records of assets, in the order asked for; at once from memory. RetryableError when the tables are behind. */
export type ReadEntries = (
  assets: readonly AssetSummary[],
) => readonly RegistryEntry[] | Promise<readonly RegistryEntry[]>;

export interface RegistryRecords {
  readonly entries: ReadEntries;
  /** Keeps the newest record of an asset. */
  readonly keep: (record: AssetRecord, chain: Chain) => void;
}

/** A fifth of what the question takes, and enough for a client to ask again. */
const nextWindowMs = 2;

/** At most `most` records in memory; those missing are read by all who wait for one in one query (architecture 7). */
export function createRegistryRecords(tables: TableReader, most: number): RegistryRecords {
  const kept = createLru<string, RegistryEntry>(most);

  const ask = createBatchLoader(
    async (assetIds): Promise<ReadonlyMap<string, AssetRecord>> => {
      const rows = await tables.query<AssetRecordText>(assetRecordTextsSql, { assetIds });
      const newest = new Map<string, AssetRecordText>();
      for (const row of rows) {
        const other = newest.get(row.asset_id);
        if (other === undefined || Number(other.position) < Number(row.position)) newest.set(row.asset_id, row);
      }
      return new Map([...newest].map(([assetId, row]) => [assetId, assetRecordOfText(row)]));
    },
    { nextWindowMs },
  );

  const keep = (record: AssetRecord, chain: Chain): RegistryEntry => {
    const known = kept.get(record.assetId);
    // What was read while a newer one came in is for whoever asked before that.
    if (known !== undefined && known.record.position >= record.position) return known;
    const entry = { record, chain };
    kept.set(record.assetId, entry);
    return entry;
  };

  const current = ({ assetId, position }: AssetSummary): RegistryEntry | undefined => {
    const entry = kept.get(assetId);
    return entry !== undefined && entry.record.position >= position ? entry : undefined;
  };

  const readMissing = async (
    assets: readonly AssetSummary[],
    found: readonly (RegistryEntry | undefined)[],
  ): Promise<readonly RegistryEntry[]> => {
    const missing = assets.filter((_, index) => found[index] === undefined);
    const records = await within(engineDeadlineMs, 'the tables', ask(missing.map(({ assetId }) => assetId)));
    return assets.map(({ assetId, chain, position }, index) => {
      const entry = found[index];
      if (entry !== undefined) return entry;
      const record = records.get(assetId);
      // Nothing is ever taken off the table: without it, or with an older version, it is a replica that is behind.
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
