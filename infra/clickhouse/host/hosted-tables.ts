import { boundQuery, rowsOfReply } from '../bound-query.ts';
import type { Lane, RawLane } from '../lane-settings.ts';
import type { RawQueries, ReadOnlySession, SessionOptions, Tables } from '../tables.ts';
import { type Host, HostEndedError } from './child.ts';
import type { Figures } from './messages.ts';
import type { SupervisedHost } from './supervise.ts';

/** How calls wait for a host that is being restarted, not for one that does not answer. */
export interface Patience {
  readonly waitMs: number;
}

/**
 * Asks a host, and the next one once more if it ends meanwhile. Whether the first has carried the call out is not known: for
 * reads, and for inserts, whose rows replace each other.
 */
async function askTwice<R>(host: SupervisedHost, { waitMs }: Patience, ask: (host: Host) => Promise<R>): Promise<R> {
  try {
    return await ask(await host.current(waitMs));
  } catch (error) {
    if (!(error instanceof HostEndedError)) throw error;
    return ask(await host.current(waitMs));
  }
}

/** Calls that `close` waits for. */
interface Calls {
  /** Throws Error once closed. */
  readonly run: <R>(work: () => Promise<R>) => Promise<R>;
  readonly close: () => Promise<void>;
}

function createCalls(): Calls {
  const running = new Set<Promise<unknown>>();
  let closed = false;
  return {
    run: async (work) => {
      if (closed) throw new Error('The tables are closed.');
      const called = work();
      running.add(called);
      return called.finally(() => running.delete(called));
    },
    close: async () => {
      closed = true;
      await Promise.allSettled(running);
    },
  };
}

/** A lane of the tables in another process. */
export function hostedLane(host: SupervisedHost, lane: Lane, patience: Patience): Tables {
  const { run, close } = createCalls();
  const text = async (sql: string, to: Host): Promise<Buffer> =>
    (await to.request({ op: 'text', lane }, Buffer.from(sql, 'utf8')).reply).body;
  return {
    query: <R>(sql: string, parameters: Readonly<Record<string, unknown>> = {}) =>
      run(async () => {
        const bound = boundQuery(sql, parameters);
        return rowsOfReply<R>(await askTwice(host, patience, (to) => text(bound, to)));
      }),
    command: (sql) =>
      run(async () => {
        await text(sql, await host.current(patience.waitMs));
      }),
    insert: (table, columns, body) =>
      run(async () => {
        await askTwice(host, patience, (to) => to.request({ op: 'insert', lane, table, columns }, body).reply);
      }),
    close,
  };
}

async function withSessionOn<R>(
  host: Host,
  lane: RawLane,
  options: SessionOptions,
  use: (session: ReadOnlySession) => Promise<R>,
): Promise<R> {
  const { id, reply } = host.request({ op: 'begin', lane, ...options });
  await reply;
  try {
    return await use({
      run: async (sql, format) => {
        const answer = await host.request({ op: 'run', session: id, format }, Buffer.from(sql, 'utf8')).reply;
        const figures = answer.result as Figures;
        return { bytes: answer.body, ...figures };
      },
    });
  } finally {
    // Its connection ends with the host as well.
    host.request({ op: 'end', session: id }).reply.catch(() => undefined);
  }
}

type ClosableQueries = RawQueries & { readonly close: () => Promise<void> };

/** Connections for the operator. `use` may be called twice. */
export function operatorQueries(host: SupervisedHost, patience: Patience): ClosableQueries {
  const { run, close } = createCalls();
  return {
    withSession: (options, use) =>
      run(() => askTwice(host, patience, (to) => withSessionOn(to, 'operator', options, use))),
    close,
  };
}

/**
 * Connections for analysts. The first query opens their host; while it is restarted, queries fail at once, and one that may have
 * ended it is not asked again.
 */
export function analystQueries(host: SupervisedHost): ClosableQueries {
  const { run, close } = createCalls();
  let opening: Promise<void> | null = null;
  const opened = async (): Promise<void> => {
    opening ??= host.open();
    try {
      await opening;
    } catch (error) {
      opening = null;
      throw error;
    }
  };
  return {
    withSession: (options, use) =>
      run(async () => {
        await opened();
        return withSessionOn(await host.current(0), 'analyst', options, use);
      }),
    close,
  };
}
