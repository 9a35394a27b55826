import type { Log } from '../../infra/log/log.ts';
import type { Logger } from '../../infra/logger.ts';
import { pause } from '../../infra/retry.ts';
import type { HealthBoard } from './health-board.ts';

export interface HousekeepingOptions {
  readonly log: Log;
  readonly tables: {
    readonly query: <R>(sql: string, parameters?: Readonly<Record<string, unknown>>) => Promise<readonly R[]>;
  };
  readonly board: HealthBoard;
  readonly logger: Logger;
  readonly clock: () => number;
  /** Between two looks, milliseconds; half a minute when left out. */
  readonly everyMs?: number;
}

const usualMs = 30_000;
const maintainEveryMs = 60 * 60 * 1000;
/** An item that is gathered for longer is a fault of the service (conformance B-35). */
const longestGatheringMs = 15 * 60 * 1000;

const stuckItems = `SELECT toString(count()) AS items FROM attestry.store_watch_items FINAL
WHERE state = 'gathering' AND record_time < fromUnixTimestamp64Milli({before:Int64})`;

/** Looks for intakes that do not end, and deletes what retention no longer keeps, until stopped. */
export function startHousekeeping(options: HousekeepingOptions): { readonly stop: () => Promise<void> } {
  const controller = new AbortController();
  const running = keepHouse(options, controller.signal);
  return {
    stop: async () => {
      controller.abort();
      await running;
    },
  };
}

async function keepHouse(
  { log, tables, board, logger, clock, everyMs = usualMs }: HousekeepingOptions,
  signal: AbortSignal,
): Promise<void> {
  let maintainedAt = clock();
  const dueAgain = async (): Promise<boolean> => {
    await pause(everyMs, signal);
    return !signal.aborted;
  };
  while (await dueAgain()) {
    try {
      const [stuck] = await tables.query<{ readonly items: string }>(stuckItems, {
        before: clock() - longestGatheringMs,
      });
      const items = Number(stuck?.items ?? 0);
      board.note('intake', items === 0 ? null : `${items} items are gathered for over 15 minutes`);
      // The first time an hour after the start: by then every processor has read what retention may delete.
      if (clock() - maintainedAt < maintainEveryMs) continue;
      maintainedAt = clock();
      await log.maintain(maintainedAt);
    } catch (error) {
      logger.warn({ err: error }, 'housekeeping failed and is tried again');
    }
  }
}
