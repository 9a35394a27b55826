import type { Session } from 'chdb';
import { rowsOfReply } from '../bound-query.ts';
import { insertRows, openReadOnlySession, openSession, runRaw, runText } from './chdb-session.ts';
import { damageCountSql } from '../damage.ts';
import { controlConnection, controlSettings, type Lane, lanes, type RawLane, rawLanes } from './lane-settings.ts';
import { sqlString } from '../sql-text.ts';
import type { ReadOnlySession, SessionOptions } from '../tables.ts';
import { type WorkQueue, workQueue } from '../../async/work-queue.ts';

/** Names a query while it runs. */
type QueryId = number;

/** Lanes over ClickHouse in this process. Each query has an id of the caller, by which it can be cancelled. */
export interface EmbeddedLanes {
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
  /**
   * A query on a connection of its own: it answers as long as the engine runs queries at all. Returns the number of errors so
   * far that prove damage, also of merges, which answer no query.
   */
  readonly ping: () => Promise<number>;
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
 * Opens these lanes on an open engine. It uses chdb sessions directly, because the adapter for @clickhouse/client serialises all
 * parametrised queries of the process, so one slow query would block every lane.
 */
export async function openLanes(
  engine: Session,
  path: string,
  names: readonly Lane[],
  rawNames: readonly RawLane[],
): Promise<EmbeddedLanes> {
  const open = async (tag: string, settings: Readonly<Record<string, string>>): Promise<Connection> => ({
    session: await openSession(path, { ...settings, log_comment: tag }),
    tag,
  });
  const queues = new Map<Lane, WorkQueue<Connection>>();
  for (const name of names) {
    const { connections, settings, maxWaiting, longestWaitMs } = lanes[name];
    const tags = Array.from({ length: connections }, (_, index) => `${name} ${index}`);
    const opened = await Promise.all(tags.map((tag) => open(tag, settings)));
    queues.set(name, workQueue(opened, maxWaiting, longestWaitMs));
  }
  const rawQueues = new Map<RawLane, WorkQueue<null>>();
  for (const name of rawNames) {
    const { connections, maxWaiting, longestWaitMs } = rawLanes[name];
    const places = Array.from({ length: connections }, () => null);
    rawQueues.set(name, workQueue(places, maxWaiting, longestWaitMs));
  }
  const control = await open(controlConnection, controlSettings);
  const pulse = await open(controlConnection, controlSettings);

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
      const work = queueOf(queues, lane).run(({ session, tag }) => marked(id, lane, tag, () => runText(session, sql)));
      return lane === 'api' ? work : write.track(work);
    },
    insert: (id, lane, table, columns, body) =>
      write.track(
        queueOf(queues, lane).run(({ session, tag }) =>
          marked(id, lane, tag, () => insertRows(session, table, columns, body)),
        ),
      ),
    withSession: (id, lane, options, use) =>
      queueOf(rawQueues, lane).run(async () => {
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
      const reply = await runText(pulse.session, damageCountSql);
      const [row] = rowsOfReply<{ readonly errors: number }>(Buffer.from(reply.buffer, reply.byteOffset, reply.length));
      return row?.errors ?? 0;
    },
    cancel: async (id) => {
      const query = running.get(id);
      if (query === undefined) return;
      const identifiers = Object.freeze({ tag: sqlString(query.tag) });
      await runText(control.session, `KILL QUERY WHERE Settings['log_comment'] = ${identifiers.tag} ASYNC`);
    },
    close: async () => {
      const all = [...queues.values(), ...rawQueues.values()].map((queue) => queue.close());
      await write.done();
      // A connection cannot be closed while a query runs.
      if (running.size > 0) return;
      await Promise.all(all);
      engine.close();
    },
  };
}

function queueOf<N, Q>(queues: ReadonlyMap<N, Q>, lane: N): Q {
  const queue = queues.get(lane);
  if (queue === undefined) throw new Error(`this engine has no lane ${String(lane)}`);
  return queue;
}

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
