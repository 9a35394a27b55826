import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { drainPending } from 'chdb';
import { withTimeout } from '../async.ts';
import {
  insertRows,
  openEngine,
  openReadOnlySession,
  openSession,
  queryRows,
  runRaw,
  runText,
} from './chdb-session.ts';
import { requestLimits, writeEngineConfig } from './engine-config.ts';
import type { RawQueries, Tables, TablesEngine } from './tables.ts';
import { workQueue } from './work-queue.ts';

interface LaneOptions {
  readonly connections: number;
  readonly maxWaiting: number;
  readonly longestWaitMs: number;
  readonly settings: Readonly<Record<string, string>>;
}

/**
 * Every connection of a lane uses one thread: for few rows, parallelism costs more than it saves; for many, the lane has a
 * second connection.
 */
const oneThread = {
  input_format_parallel_parsing: '0',
  max_threads: '1',
  output_format_parallel_formatting: '0',
} as const;

/**
 * Queue limits for queries of requests. The API admits 200 reads, with up to three concurrent queries each, and rejects
 * further ones itself. The queue has room for all of these, and for queries whose requests have given up.
 */
const ofRequests = { maxWaiting: 1_000, longestWaitMs: 5_000 } as const;
const unlimited = { maxWaiting: Number.POSITIVE_INFINITY, longestWaitMs: Number.POSITIVE_INFINITY } as const;

/** For the API's own queries only: an analyst's query may filter by columns that differ between versions of a row. */
const forFeeds = {
  // Searching hundreds of thousands of marks for fifty assets: splitting ranges in two takes less time than in eight.
  merge_tree_coarse_index_granularity: '2',
  // With FINAL, only conditions on the sorting key move, which all versions of a row share.
  optimize_move_to_prewhere_if_final: '1',
} as const;

/** `readonly` cannot be unset on a connection. Queries beyond `maxWaiting` or `longestWaitMs` are rejected. */
const lanes: Readonly<Record<'api' | 'sink' | 'accounts', LaneOptions>> = {
  api: {
    connections: 3,
    ...ofRequests,
    settings: { ...requestLimits, ...forFeeds, max_execution_time: '5', readonly: '1' },
  },
  sink: { connections: 2, ...unlimited, settings: { max_execution_time: '600' } },
  accounts: { connections: 2, ...unlimited, settings: { max_execution_time: '600' } },
};

interface RawOptions {
  readonly atATime: number;
  readonly maxWaiting: number;
  readonly longestWaitMs: number;
}

/** Analysts' queries run one at a time; those of API processes, through the operator's socket, run concurrently. */
const rawQueries: Readonly<Record<'analyst' | 'operator', RawOptions>> = {
  analyst: { atATime: 1, maxWaiting: 16, longestWaitMs: 30_000 },
  operator: { atATime: 4, ...ofRequests },
};

/**
 * Opens ClickHouse in this process (chdb), with separate connections for readers, the sink, accounts and the SQL endpoints.
 *
 * It uses chdb sessions directly, because the adapter for @clickhouse/client serialises all parametrised queries of the
 * process, so one slow query would block every lane.
 * @throws UsageError when another process has the directory open
 */
export const openEmbeddedTables = async (root: string): Promise<TablesEngine> => {
  const directory = resolve(root);
  const path = join(directory, 'data');
  mkdirSync(path, { recursive: true, mode: 0o700 });
  const engine = await openEngine(path, writeEngineConfig(directory));

  const api = await openLane(path, lanes.api);
  const sink = await openLane(path, lanes.sink);
  const accounts = await openLane(path, lanes.accounts);
  const analyst = openRawQueries(path, rawQueries.analyst);
  const operator = openRawQueries(path, rawQueries.operator);

  const close = async (): Promise<void> => {
    const closing = Promise.all([api, sink, accounts, analyst, operator].map((part) => part.close()));
    const isClosed = await withTimeout(
      closing.then(() => true),
      closeGraceMs,
      () => false,
    );
    if (!isClosed) await killReads(path);
    await closing;
    await drainPending();
    engine.close();
  };
  return { api, sink, accounts, analyst, operator, close };
};

/** Time that running queries get to finish when the tables are closed, milliseconds. */
const closeGraceMs = 1_000;

/** A read could otherwise delay `close` up to its time limit, although no client waits for it any more. */
const killReads = async (path: string): Promise<void> => {
  const session = await openSession(path, {});
  try {
    await runText(session, "KILL QUERY WHERE query_kind = 'Select' ASYNC");
  } finally {
    session.close();
  }
};

const openLane = async (path: string, options: LaneOptions): Promise<Tables> => {
  const opening = Array.from({ length: options.connections }, () =>
    openSession(path, { ...oneThread, ...options.settings }),
  );
  const sessions = await Promise.all(opening);
  const queue = workQueue(sessions, options.maxWaiting, options.longestWaitMs);
  return {
    query: (sql, parameters = {}) => queue.run((session) => queryRows(session, sql, parameters)),
    command: (sql) =>
      queue.run(async (session) => {
        await runText(session, sql);
      }),
    insert: (table, columns, body) => queue.run((session) => insertRows(session, table, columns, body)),
    close: async () => {
      await queue.close();
      for (const session of sessions) session.close();
    },
  };
};

/** Each request has its own connection, so that its settings and parameters cannot leak into the next one. */
const openRawQueries = (
  path: string,
  { atATime, maxWaiting, longestWaitMs }: RawOptions,
): RawQueries & { readonly close: () => Promise<void> } => {
  const places = Array.from({ length: atATime }, () => path);
  const queue = workQueue(places, maxWaiting, longestWaitMs);
  return {
    withSession: (options, use) =>
      queue.run(async () => {
        const session = await openReadOnlySession(path, options);
        try {
          return await use({ run: (sql, format) => runRaw(session, sql, format) });
        } finally {
          session.close();
        }
      }),
    close: queue.close,
  };
};
