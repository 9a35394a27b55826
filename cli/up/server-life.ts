import { hostStarts } from '../../infra/clickhouse/host-starts.ts';
import type { TablesLayout } from '../../infra/clickhouse/migration-template.ts';
import type { Tables } from '../../infra/clickhouse/tables.ts';
import type { Config } from '../../infra/config/config.ts';
import { RetryableError } from '../../infra/errors.ts';
import type { Lifecycle } from '../../infra/lifecycle.ts';
import type { Logger } from '../../infra/logger.ts';
import { pause } from '../../infra/retry.ts';
import { type UntilStopped, untilStopped } from '../../infra/until-stopped.ts';
import { type EngineLife, type HostStarts, isSameStart, lifeOfServer } from '../../pipeline/sink/engine-life.ts';
import { layoutOf } from '../server-lanes.ts';
import type { RunningWorker } from './workers.ts';

export interface ServerLifeOptions {
  readonly tables: Pick<Tables, 'query'>;
  readonly layout: TablesLayout;
  readonly logger: Logger;
}

/** Looks at the servers: what two looks at a host agree on. Null when the user may not look. */
function createLooks({ tables, layout }: ServerLifeOptions): () => Promise<HostStarts | null> {
  let last: HostStarts = {};
  return async () => {
    const now = await hostStarts(tables, layout);
    if (now === null) return null;
    const agreed = Object.entries(now).filter(([host, start]) => isSameStart(last[host] ?? -Infinity, start));
    last = { ...last, ...now };
    return Object.fromEntries(agreed);
  };
}

/** Looks at the start until hosts are agreed on; behind a balancer each look may be at another one. */
const looksAtStart = 6;

/** What life the server of the tables is in. RetryableError when it does not answer. */
export async function serverLife(options: ServerLifeOptions): Promise<EngineLife> {
  const look = createLooks(options);
  for (let count = 0; count < looksAtStart; count += 1) {
    const starts = await look();
    if (starts === null) {
      options.logger.warn(
        'The user of the tables may not ask when their servers were started: after a power failure of theirs, run attestry verify',
      );
      return lifeOfServer({});
    }
    if (Object.keys(starts).length > 0) return lifeOfServer(starts);
  }
  return lifeOfServer((await hostStarts(options.tables, options.layout)) ?? {});
}

/** Between two looks, milliseconds. */
const usualMs = 5_000;

/** Tells the life that the server is in whenever it has been looked at, until stopped. */
export function watchServerLife(
  options: ServerLifeOptions,
  tell: (life: EngineLife) => void,
  everyMs = usualMs,
): UntilStopped {
  const look = createLooks(options);
  return untilStopped(async (signal) => {
    while (!signal.aborted) {
      await pause(everyMs, signal);
      try {
        const starts = await look();
        if (starts !== null && Object.keys(starts).length > 0) tell(lifeOfServer(starts));
      } catch (error) {
        // While it is away nothing is inserted, and when it is back it is in another life.
        if (!(error instanceof RetryableError))
          options.logger.warn({ err: error }, 'the server of the tables was not looked at');
      }
    }
  });
}

/** The same as a part of a process, for its sink lanes. */
export async function startServerWatch(
  config: Config,
  logger: Logger,
  lifecycle: Lifecycle,
  tables: Pick<Tables, 'query'>,
  lanes: readonly Pick<RunningWorker, 'tablesLive'>[],
): Promise<void> {
  await lifecycle.start('watch of the server of the tables', async () => {
    const value = watchServerLife({ tables, layout: layoutOf(config), logger }, (life) => {
      for (const lane of lanes) lane.tablesLive(life);
    });
    return { value, stop: value.stop };
  });
}
