import type { Logger } from '../../../infra/logger.ts';
import {
  type AssetRecordRow,
  assetRecordOf,
  assetRecordsSql,
  assetSummariesSql,
  type AssetSummaryRow,
  countRecordsSql,
  summaryFieldsOf,
} from './row.ts';
import { createBatchLoader } from '../batch-loader.ts';
import { createStaleness } from '../staleness.ts';
import type { TableReader } from '../../tables/reader.ts';
import { createRegistryIndex, type RegistryReader } from './index.ts';
import { createRegistryRecords, type ReadEntries } from './records.ts';
import { readBehind } from './pages.ts';
import { createPollLoop } from '../poll-loop.ts';
import { engineDeadlineMs, within } from '../../tables/deadline.ts';

export interface RegistryCacheOptions {
  /** Where it is looked for what is new. */
  readonly tables: TableReader;
  /** Where records that a request waits for are read; the same when left out. */
  readonly recordTables?: TableReader;
  readonly logger: Logger;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  /** Whether every write is told of by `wake`; otherwise only a look at the tables finds it. */
  readonly pushed: boolean;
  /** Longest time between two looks at the table, milliseconds. */
  readonly pollMs?: number;
  /** Told of assets whose record was replaced, once the new one is served. */
  readonly served?: (assetIds: readonly string[]) => void;
  /** Records kept whole; of all others only what they are found by is in memory. */
  readonly most?: number;
  /** Rows of a query. */
  readonly pages?: { readonly records: number; readonly summaries: number };
}

/** Asset records in memory, kept current by polls with one cursor per log partition (architecture 7). */
export interface RegistryCache extends RegistryReader {
  readonly entries: ReadEntries;
  /** False when a record that was written over a second ago may be missing: then nothing held may be called current. */
  readonly current: () => boolean;
  /**
   * Nothing to wait for when what is held is current, otherwise the next look at the tables, which all who ask for one
   * share. Rejects with RetryableError when the tables do not answer in 5 s.
   */
  readonly untilCurrent: () => Promise<unknown> | null;
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
/** Half a second of a query's five, on a machine that others use. */
const usualPages = { records: 10_000, summaries: 50_000 };

export function createRegistryCache(options: RegistryCacheOptions): RegistryCache {
  const {
    tables,
    recordTables = tables,
    logger,
    clock,
    pushed,
    pollMs = longestPollMs,
    served,
    most = Number.POSITIVE_INFINITY,
    pages = usualPages,
  } = options;
  const index = createRegistryIndex();
  const records = createRegistryRecords(recordTables, most);
  const cursors = new Map<number, number>();
  const end = createDeferred();
  const age = createStaleness({ clock, pushed });

  const tell = (rows: readonly AssetSummaryRow[]): void => {
    if (rows.length > 0) served?.(rows.map((row) => row.asset_id));
  };
  const takeRecords = (rows: readonly AssetRecordRow[]): void => {
    for (const row of rows) {
      const record = assetRecordOf(row);
      index.apply(record);
      const summary = index.byId(record.assetId);
      if (summary !== null) records.keep(record, summary.chain);
    }
    tell(rows);
  };
  const takeSummaries = (rows: readonly AssetSummaryRow[]): void => {
    for (const row of rows) index.apply(summaryFieldsOf(row));
    tell(rows);
  };
  const readNew = (): Promise<void> =>
    readBehind({ tables, sql: assetRecordsSql, pageRows: pages.records, take: takeRecords }, cursors);
  const readSummaries = (): Promise<void> =>
    readBehind({ tables, sql: assetSummariesSql, pageRows: pages.summaries, take: takeSummaries }, cursors);
  const readAll = async (): Promise<void> => {
    if (most === Number.POSITIVE_INFINITY) return readNew();
    const [counted] = await tables.query<{ readonly records: string }>(countRecordsSql, {});
    return Number(counted?.records) > most ? readSummaries() : readNew();
  };
  let read = readAll;

  const follower = createPollLoop({
    read: async () => {
      await age.during(read);
      read = readNew;
    },
    pollMs: () => pollMs,
    logger,
    unreadable: 'the registry cache could not read the tables; it tries again',
  });
  const lookTogether = createBatchLoader(follower.refresh);

  return {
    byId: index.byId,
    atAddress: index.atAddress,
    listed: index.listed,
    version: index.version,
    entries: records.entries,
    current: age.current,
    untilCurrent: () => (age.current() ? null : within(engineDeadlineMs, 'the tables', lookTogether([]))),
    refresh: follower.refresh,
    start: async () => {
      await follower.refresh();
      follower.follow().then(end.resolve, end.reject);
    },
    wake: () => {
      age.wake();
      follower.wake();
    },
    stop: async () => {
      follower.end();
      await follower.settled();
    },
    done: end.promise,
  };
}

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
