import { createDeferred } from '../../../../infra/async/async.ts';
import type { Logger } from '../../../../infra/logger.ts';
import {
  countRecordsSql,
  type InsertedRecord,
  readRecords,
  readSummaries,
  recordOfRow,
  type ServedRecord,
} from './row.ts';
import { createBatchLoader } from '../batch-loader.ts';
import { createStaleness } from '../staleness.ts';
import type { TableReader } from '../../tables/reader.ts';
import { createRegistryIndex, type RegistryReader, type SummaryFields } from './index.ts';
import { createRegistryRecords, type ReadEntries } from './records.ts';
import { readBehind } from './pages.ts';
import { createPollLoop } from '../poll-loop.ts';
import { engineDeadlineMs, within } from '../../tables/deadline.ts';

export interface RegistryCacheOptions {
  /** For polls. */
  readonly tables: TableReader;
  /** For records that a request waits for; `tables` by default. */
  readonly recordTables?: TableReader;
  readonly logger: Logger;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  /** Whether `inserted` or `wake` is called after every write; otherwise only a poll finds it. */
  readonly pushed: boolean;
  /** Longest time between two polls, milliseconds. */
  readonly pollMs?: number;
  /** Called with assets whose record was replaced, once the new one is served. */
  readonly served?: (assetIds: readonly string[]) => void;
  /** Most whole records; of all other assets only the summary is in memory. */
  readonly most?: number;
  /** Rows per query. */
  readonly pages?: { readonly records: number; readonly summaries: number };
}

/** Asset records in memory, updated by polls with one cursor per log partition. */
export interface RegistryCache extends RegistryReader {
  readonly entries: ReadEntries;
  /** False if a record that was written over a second ago may be missing: then no cached record counts as current. */
  readonly current: () => boolean;
  /**
   * Null if the cache is current, else the next poll, which all callers share. Rejects with RetryableError if the tables do
   * not answer in 5 s.
   */
  readonly untilCurrent: () => Promise<unknown> | null;
  /** Loads every record, or only summaries if there are more than `most`, then polls until `stop`. */
  readonly start: () => Promise<void>;
  /** Polls now and resolves when the new records are served. */
  readonly refresh: () => Promise<void>;
  /** Serves records that were inserted, at once. A poll reads them again, and finds nothing new in them. */
  readonly inserted: (rows: readonly InsertedRecord[]) => void;
  /** Polls at once: records were written. */
  readonly wake: () => void;
  readonly stop: () => Promise<void>;
  /** Settles when polling ends: rejects with the error that ended it. */
  readonly done: Promise<void>;
}

const longestPollMs = 250;
/** Each takes half a second of a query's five on a shared machine; a reply is parsed in one turn of the event loop. */
const usualPages = { records: 10_000, summaries: 20_000 };

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

  const reportServed = (rows: readonly { readonly assetId: string }[]): void => {
    if (rows.length > 0) served?.(rows.map(({ assetId }) => assetId));
  };
  const isNew = ({ assetId, position }: SummaryFields): boolean => (index.byId(assetId)?.position ?? -1) < position;
  const takeRecords = (found: readonly ServedRecord[]): void => {
    const fresh = found.filter(isNew);
    for (const record of found) {
      index.apply(record);
      const summary = index.byId(record.assetId);
      if (summary !== null) records.keep(record, summary.chain);
    }
    reportServed(fresh);
  };
  const takeSummaries = (rows: readonly SummaryFields[]): void => {
    for (const row of rows) index.apply(row);
    reportServed(rows);
  };
  const readNew = (): Promise<void> =>
    readBehind({ tables, readPage: readRecords, pageRows: pages.records, take: takeRecords }, cursors);
  const readAllSummaries = (): Promise<void> =>
    readBehind({ tables, readPage: readSummaries, pageRows: pages.summaries, take: takeSummaries }, cursors);
  const readAll = async (): Promise<void> => {
    if (most === Number.POSITIVE_INFINITY) return readNew();
    const [counted] = await tables.query<{ readonly records: number }>(countRecordsSql, {});
    return counted !== undefined && counted.records > most ? readAllSummaries() : readNew();
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
  const pollTogether = createBatchLoader(follower.refresh);

  return {
    byId: index.byId,
    all: index.all,
    atAddress: index.atAddress,
    withCode: index.withCode,
    search: index.search,
    listed: index.listed,
    searchable: index.searchable,
    version: index.version,
    entries: records.entries,
    current: age.current,
    untilCurrent: () => (age.current() ? null : within(engineDeadlineMs, 'the tables', pollTogether([]))),
    refresh: follower.refresh,
    start: async () => {
      await follower.refresh();
      await index.settle();
      follower.begin();
      follower.done.then(end.resolve, end.reject);
    },
    inserted: (rows) => takeRecords(rows.map(recordOfRow)),
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
