import { boundQuery, rowsOfReply } from '../../bound-query.ts';
import type { Lane } from '../../embedded/lane-settings.ts';
import type { RawQueries, Tables } from '../../tables.ts';
import { createCalls } from './calls.ts';
import { type Host, HostEndedError } from '../child.ts';
import { withSessionOn } from './raw-session.ts';
import type { SupervisedHost } from '../watch/supervise.ts';

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

/** Raw queries whose close waits for those that run. */
export type ClosableQueries = RawQueries & { readonly close: () => Promise<void> };

/** Connections for the operator. `use` may be called twice. */
export function operatorQueries(host: SupervisedHost, patience: Patience): ClosableQueries {
  const { run, close } = createCalls();
  return {
    withSession: (options, use) =>
      run(() => askTwice(host, patience, (to) => withSessionOn(to, 'operator', options, use))),
    close,
  };
}
