import type { Logger } from '../infra/logger.ts';
import {
  type AssetRecordRow,
  assetRecordOf,
  assetRecordsSql,
  assetSummariesSql,
  type AssetSummaryRow,
  countRecordsSql,
  summaryFieldsOf,
} from './asset-record-row.ts';
import type { TableReader } from './table-reader.ts';
import { createRegistryIndex, type RegistryReader } from './registry-index.ts';
import { createRegistryRecords, type ReadEntries } from './registry-records.ts';
import { createTableFollower } from './table-follower.ts';

export interface RegistryCacheOptions {
  readonly tables: TableReader;
  readonly logger: Logger;
  /** Longest time between two looks at the table, milliseconds. */
  readonly pollMs?: number;
  /** Told of assets whose record was replaced, once the new one is served. */
  readonly served?: (assetIds: readonly string[]) => void;
  /** Records kept whole; of all others only what they are found by is in memory. */
  readonly most?: number;
}

/** Asset records in memory, kept current by polls with one cursor per log partition (architecture 7). */
export interface RegistryCache extends RegistryReader {
  readonly entries: ReadEntries;
  /** Loads every record, or a summary of each when they are too many, then keeps reading what is new until `stop`. */
  readonly start: () => Promise<void>;
  /** Reads what is new now and resolves when it is served. */
  readonly refresh: () => Promise<void>;
  /** Says that records were written. */
  readonly wake: () => void;
  readonly stop: () => Promise<void>;
  /** Settles when the reading ends: rejects with the error that ended it. */
  readonly done: Promise<void>;
}

const longestPollMs = 250;

export function createRegistryCache(options: RegistryCacheOptions): RegistryCache {
  const { tables, logger, pollMs = longestPollMs, served, most = Number.POSITIVE_INFINITY } = options;
  const index = createRegistryIndex();
  const records = createRegistryRecords(tables, most);
  const cursors = new Map<number, number>();
  const end = createDeferred();

  const readBehind = async <R extends AssetSummaryRow>(sql: string, take: (row: R) => void): Promise<void> => {
    const rows = await tables.query<R>(sql, {
      partitions: [unusedPartition, ...cursors.keys()],
      offsets: [-1, ...cursors.values()],
    });
    for (const row of rows) {
      take(row);
      const offset = Number(row.log_offset);
      if (offset > (cursors.get(row.log_partition) ?? -1)) cursors.set(row.log_partition, offset);
    }
    if (rows.length > 0) served?.(rows.map((row) => row.asset_id));
  };
  const readNew = (): Promise<void> =>
    readBehind<AssetRecordRow>(assetRecordsSql, (row) => {
      const record = assetRecordOf(row);
      index.apply(record);
      const summary = index.byId(record.assetId);
      if (summary !== null) records.keep(record, summary.chain);
    });
  const readSummaries = (): Promise<void> =>
    readBehind<AssetSummaryRow>(assetSummariesSql, (row) => index.apply(summaryFieldsOf(row)));
  const readAll = async (): Promise<void> => {
    if (most === Number.POSITIVE_INFINITY) return readNew();
    const [counted] = await tables.query<{ readonly records: string }>(countRecordsSql, {});
    return Number(counted?.records) > most ? readSummaries() : readNew();
  };
  let read = readAll;

  const follower = createTableFollower({
    read: async () => {
      await read();
      read = readNew;
    },
    pollMs,
    logger,
    unreadable: 'the registry cache could not read the tables; it tries again',
  });

  return {
    byId: index.byId,
    atAddress: index.atAddress,
    listed: index.listed,
    entries: records.entries,
    refresh: follower.refresh,
    start: async () => {
      await follower.refresh();
      follower.follow().then(end.resolve, end.reject);
    },
    wake: follower.wake,
    stop: async () => {
      follower.end();
      await follower.settled();
    },
    done: end.promise,
  };
}

/** Keeps the arrays of the query from being empty; no log has that many partitions. */
const unusedPartition = 0xffff_ffff;

function createDeferred(): {
  readonly promise: Promise<void>;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
} {
  let resolve: () => void = () => undefined;
  let reject: (error: unknown) => void = () => undefined;
  const promise = new Promise<void>((onDone, onError) => {
    resolve = onDone;
    reject = onError;
  });
  return { promise, resolve, reject };
}
