import { hostStarts } from '../../../infra/clickhouse/server/host-starts.ts';
import type { TablesLayout } from '../../../infra/clickhouse/migrate/migration-template.ts';
import type { Tables } from '../../../infra/clickhouse/tables.ts';
import type { Config } from '../../../infra/config/config.ts';
import { RetryableError } from '../../../infra/errors.ts';
import type { Lifecycle } from '../../../infra/async/lifecycle.ts';
import type { Logger } from '../../../infra/logger.ts';
import { pause } from '../../../infra/async/async.ts';
import { type UntilStopped, untilStopped } from '../../../infra/async/until-stopped.ts';
import {
  type EngineEpoch,
  type HostStarts,
  isSameStart,
  epochOfServer,
} from '../../../pipeline/sink/checkpoints/engine-epoch.ts';
import { layoutOf } from '../../engine/server-lanes.ts';
import type { RunningWorker } from '../workers/workers.ts';

export interface ServerEpochOptions {
  readonly tables: Pick<Tables, 'query'>;
  readonly layout: TablesLayout;
  readonly logger: Logger;
}

/**
 * Reads the start times of the servers. Returns those on which two successive reads of a host agree; null when the user
 * lacks the permission.
 */
function createStartsReader({ tables, layout }: ServerEpochOptions): () => Promise<HostStarts | null> {
  let last: HostStarts = {};
  return async () => {
    const now = await hostStarts(tables, layout);
    if (now === null) return null;
    const agreed = Object.entries(now).filter(([host, start]) => isSameStart(last[host] ?? -Infinity, start));
    last = { ...last, ...now };
    return Object.fromEntries(agreed);
  };
}

/** Reads at the start until two agree. Behind a load balancer each may reach another host. */
const readsAtStart = 6;

/** The current epoch of the server of the tables. Throws RetryableError when it does not answer. */
export async function serverEpoch(options: ServerEpochOptions): Promise<EngineEpoch> {
  const read = createStartsReader(options);
  for (let count = 0; count < readsAtStart; count += 1) {
    const starts = await read();
    if (starts === null) {
      options.logger.warn(
        'The user of the tables may not ask when their servers were started: after a power failure of theirs, run attestry verify',
      );
      return epochOfServer({});
    }
    if (Object.keys(starts).length > 0) return epochOfServer(starts);
  }
  return epochOfServer((await hostStarts(options.tables, options.layout)) ?? {});
}

/** Default interval between reads, milliseconds. */
const defaultEveryMs = 5_000;

/** Reports the epoch of the server after each read, until stopped. */
export function watchServerEpoch(
  options: ServerEpochOptions,
  onEpoch: (epoch: EngineEpoch) => void,
  everyMs = defaultEveryMs,
): UntilStopped {
  const read = createStartsReader(options);
  return untilStopped(async (signal) => {
    while (!signal.aborted) {
      await pause(everyMs, signal);
      try {
        const starts = await read();
        if (starts !== null && Object.keys(starts).length > 0) onEpoch(epochOfServer(starts));
      } catch (error) {
        // While the server is away no insert succeeds, and after its restart it has a new epoch.
        if (!(error instanceof RetryableError))
          options.logger.warn({ err: error }, 'the start time of the server of the tables was not read');
      }
    }
  });
}

/** The watch as a part of a process, for its sink lanes. */
export async function startServerWatch(
  config: Config,
  logger: Logger,
  lifecycle: Lifecycle,
  tables: Pick<Tables, 'query'>,
  lanes: readonly Pick<RunningWorker, 'setTablesEpoch'>[],
): Promise<void> {
  await lifecycle.start('watch of the server of the tables', async () => {
    const value = watchServerEpoch({ tables, layout: layoutOf(config), logger }, (epoch) => {
      for (const lane of lanes) lane.setTablesEpoch(epoch);
    });
    return { value, stop: value.stop };
  });
}
