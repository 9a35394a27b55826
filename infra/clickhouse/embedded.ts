import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Session } from 'chdb';
import { insertRows, openEngine, openReadOnlySession, openSession, runRaw, runText } from './chdb-session.ts';
import { writeEngineConfig } from './engine-config.ts';
import { controlConnection, type Lane, lanes, type RawLane, rawLanes } from './embedded-lanes.ts';
import { sqlString } from './sql-text.ts';
import type { ReadOnlySession, SessionOptions } from './tables.ts';
import { type WorkQueue, workQueue } from './work-queue.ts';

/** Names a query while it runs. */
export type QueryId = number;

/** ClickHouse in this process. Each query has an id of the caller, by which it can be cancelled. */
export interface EmbeddedTables {
  /** Runs statements; the reply is JSON, one row a line. */
  readonly text: (id: QueryId, lane: Lane, sql: string) => Promise<Uint8Array>;
  /** Inserts JSONCompactEachRow lines. */
  readonly insert: (id: QueryId, lane: Lane, table: string, columns: readonly string[], body: Buffer) => Promise<void>;
  /** A connection for one request, so that its settings and parameters cannot leak into the next one. */
  readonly withSession: <R>(
    id: QueryId,
    lane: RawLane,
    options: SessionOptions,
    use: (session: ReadOnlySession) => Promise<R>,
  ) => Promise<R>;
  /** Queries that run now, not those that wait. Of a raw session its id is named. */
  readonly running: () => readonly { readonly id: QueryId; readonly lane: Lane | RawLane }[];
  /** A query on a connection of its own: it answers as long as the engine runs queries at all. */
  readonly ping: () => Promise<void>;
  /** Requests the end of a query, if it still runs. It ends soon or, if the engine does not check for it, not at all. */
  readonly cancel: (id: QueryId) => Promise<void>;
  /** Rejects further queries and resolves when accepted writes are done. Reads are left to the end of the process. */
  readonly close: () => Promise<void>;
}

interface Connection {
  readonly session: Session;
  /** Setting `log_comment` of the connection, by which its query is found. */
  readonly tag: string;
}

/**
 * Opens ClickHouse in this process (chdb), with separate connections for readers, the sink, accounts and the SQL endpoints.
 *
 * It uses chdb sessions directly, because the adapter for @clickhouse/client serialises all parametrised queries of the
 * process, so one slow query would block every lane.
 * @param serverMemoryBytes the engine's own limit for all queries together
 * @throws UsageError when another process has the directory open
 */
export const openEmbeddedTables = async (root: string, serverMemoryBytes: number): Promise<EmbeddedTables> => {
  const directory = resolve(root);
  const path = join(directory, 'data');
  mkdirSync(path, { recursive: true, mode: 0o700 });
  const engine = await openEngine(path, writeEngineConfig(directory, serverMemoryBytes));

  const open = async (tag: string, settings: Readonly<Record<string, string>>): Promise<Connection> => ({
    session: await openSession(path, { ...settings, log_comment: tag }),
    tag,
  });
  const openLane = async (lane: Lane): Promise<WorkQueue<Connection>> => {
    const { connections, settings, maxWaiting, longestWaitMs } = lanes[lane];
    const tags = Array.from({ length: connections }, (_, index) => `${lane} ${index}`);
    return workQueue(await Promise.all(tags.map((tag) => open(tag, settings))), maxWaiting, longestWaitMs);
  };
  const queues: Readonly<Record<Lane, WorkQueue<Connection>>> = {
    api: await openLane('api'),
    sink: await openLane('sink'),
    accounts: await openLane('accounts'),
    jobs: await openLane('jobs'),
  };
  const openRawLane = (lane: RawLane): WorkQueue<null> => {
    const { connections, maxWaiting, longestWaitMs } = rawLanes[lane];
    return workQueue(
      Array.from({ length: connections }, () => null),
      maxWaiting,
      longestWaitMs,
    );
  };
  const rawQueues: Readonly<Record<RawLane, WorkQueue<null>>> = {
    analyst: openRawLane('analyst'),
    operator: openRawLane('operator'),
  };
  const control = await open(controlConnection, {});
  const pulse = await open(controlConnection, {});

  const running = new Map<QueryId, { readonly id: QueryId; readonly lane: Lane | RawLane; readonly tag: string }>();
  const marked = async <R>(id: QueryId, lane: Lane | RawLane, tag: string, work: () => Promise<R>): Promise<R> => {
    running.set(id, { id, lane, tag });
    try {
      return await work();
    } finally {
      running.delete(id);
    }
  };
  const write = pendingWork();
  return {
    text: (id, lane, sql) => {
      const work = queues[lane].run(({ session, tag }) => marked(id, lane, tag, () => runText(session, sql)));
      return lane === 'api' ? work : write.track(work);
    },
    insert: (id, lane, table, columns, body) =>
      write.track(
        queues[lane].run(({ session, tag }) => marked(id, lane, tag, () => insertRows(session, table, columns, body))),
      ),
    withSession: (id, lane, options, use) =>
      rawQueues[lane].run(async () => {
        const tag = rawLanes[lane].tagged ? `${lane} ${id}` : '';
        const settings = tag === '' ? options.settings : { ...options.settings, log_comment: tag };
        const session = await openReadOnlySession(path, { ...options, settings });
        try {
          return await use({ run: (sql, format) => marked(id, lane, tag, () => runRaw(session, sql, format)) });
        } finally {
          session.close();
        }
      }),
    running: () => [...running.values()],
    ping: async () => {
      await runText(pulse.session, 'SELECT 1');
    },
    cancel: async (id) => {
      const query = running.get(id);
      if (query === undefined) return;
      const identifiers = Object.freeze({ tag: sqlString(query.tag) });
      await runText(control.session, `KILL QUERY WHERE Settings['log_comment'] = ${identifiers.tag} ASYNC`);
    },
    close: async () => {
      const all = [...Object.values(queues), ...Object.values(rawQueues)].map((queue) => queue.close());
      await write.done();
      // A connection cannot be closed while a query runs.
      if (running.size > 0) return;
      await Promise.all(all);
      engine.close();
    },
  };
};

/** Work whose end `close` waits for. */
const pendingWork = (): { readonly track: <R>(work: Promise<R>) => Promise<R>; readonly done: () => Promise<void> } => {
  const pending = new Set<Promise<unknown>>();
  return {
    track: (work) => {
      pending.add(work);
      return work.finally(() => pending.delete(work));
    },
    done: async () => {
      await Promise.allSettled(pending);
    },
  };
};
