import { hostStarts } from '../../infra/clickhouse/host-starts.ts';
import type { TablesLayout } from '../../infra/clickhouse/migration-template.ts';
import type { Tables } from '../../infra/clickhouse/tables.ts';
import type { Config } from '../../infra/config/config.ts';
import { RetryableError } from '../../infra/errors.ts';
import type { Lifecycle } from '../../infra/lifecycle.ts';
import type { Logger } from '../../infra/logger.ts';
import { pause } from '../../infra/retry.ts';
import { type EngineLife, lifeOfServer } from '../../pipeline/sink/engine-life.ts';
import { layoutOf } from '../server-lanes.ts';
import type { RunningWorker } from './workers.ts';

export interface ServerLifeOptions {
  readonly tables: Pick<Tables, 'query'>;
  readonly layout: TablesLayout;
  readonly logger: Logger;
}

/** What life the server of the tables is in. RetryableError when it does not answer. */
export async function serverLife({ tables, layout, logger }: ServerLifeOptions): Promise<EngineLife> {
  const starts = await hostStarts(tables, layout);
  if (starts === null) {
    logger.warn(
      'The user of the tables may not ask when their servers were started: after a power failure of theirs, run attestry verify',
    );
  }
  return lifeOfServer(starts ?? {});
}

/** Between two looks, milliseconds. */
const usualMs = 5_000;

/** Tells the life that the server is in whenever it has been looked at, until stopped. */
export function watchServerLife(
  { tables, layout, logger }: ServerLifeOptions,
  tell: (life: EngineLife) => void,
  everyMs = usualMs,
): { readonly stop: () => Promise<void> } {
  const controller = new AbortController();
  const { signal } = controller;
  const watch = async (): Promise<void> => {
    while (!signal.aborted) {
      await pause(everyMs, signal);
      try {
        const starts = await hostStarts(tables, layout);
        if (starts !== null) tell(lifeOfServer(starts));
      } catch (error) {
        // While it is away nothing is inserted, and when it is back it is in another life.
        if (!(error instanceof RetryableError))
          logger.warn({ err: error }, 'the server of the tables was not looked at');
      }
    }
  };
  const watching = watch();
  return {
    stop: async () => {
      controller.abort();
      await watching;
    },
  };
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
