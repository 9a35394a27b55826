import { deleteExpiredRows } from '../../../infra/clickhouse/upkeep/expired-rows.ts';
import type { Log } from '../../../infra/log/log.ts';
import type { Logger } from '../../../infra/logger.ts';
import { pause } from '../../../infra/async/async.ts';
import { type UntilStopped, untilStopped } from '../../../infra/async/until-stopped.ts';
import type { HealthBoard } from '../health/health-board.ts';
import { hourMs } from '../../../schemas/values/durations.ts';

export interface HousekeepingOptions {
  readonly log: Log;
  readonly tables: {
    readonly query: <R>(sql: string, parameters?: Readonly<Record<string, unknown>>) => Promise<readonly R[]>;
  };
  readonly board: HealthBoard;
  readonly logger: Logger;
  readonly clock: () => number;
  /** Interval between checks, milliseconds; default half a minute. */
  readonly everyMs?: number;
}

const defaultEveryMs = 30_000;
const maintainEveryMs = hourMs;
/** An item that takes longer to become ready is a fault of the service (conformance B-35). */
const longestGatheringMs = 15 * 60 * 1000;

const gatheredItems = `SELECT tenant_id, item_id, toUnixTimestamp64Milli(record_time) AS since
FROM attestry.store_watch_items FINAL WHERE state = 'gathering'`;

interface GatheredItem {
  readonly tenant_id: string;
  readonly item_id: string;
  /** When the row was last written, milliseconds; a change of the note counts as well. */
  readonly since: string;
}

/** Reports intakes that do not end, and deletes records past their retention, until stopped. */
export const startHousekeeping = (options: HousekeepingOptions): UntilStopped =>
  untilStopped((signal) => run(options, signal));

async function run(
  { log, tables, board, logger, clock, everyMs = defaultEveryMs }: HousekeepingOptions,
  signal: AbortSignal,
): Promise<void> {
  let maintainedAt = clock();
  /** Since when each item has been gathering, as far as this process has observed. */
  let gathered: ReadonlyMap<string, number> = new Map();
  const nextRun = async (): Promise<boolean> => {
    await pause(everyMs, signal);
    return !signal.aborted;
  };
  while (await nextRun()) {
    try {
      const rows = await tables.query<GatheredItem>(gatheredItems);
      gathered = new Map(
        rows.map(({ tenant_id, item_id, since }) => {
          const item = `${tenant_id}/${item_id}`;
          return [item, Math.min(Number(since), gathered.get(item) ?? Number(since))];
        }),
      );
      const before = clock() - longestGatheringMs;
      const items = [...gathered.values()].filter((since) => since < before).length;
      const gathers = items === 1 ? '1 item is' : `${items} items are`;
      board.note('intake', items === 0 ? null : `${gathers} gathered for over 15 minutes`);
      // First after an hour: by then every processor has read the records that retention may delete.
      if (clock() - maintainedAt < maintainEveryMs) continue;
      maintainedAt = clock();
      await log.maintain(maintainedAt);
      await deleteExpiredRows(tables, maintainedAt);
    } catch (error) {
      logger.warn({ err: error }, 'housekeeping failed and is tried again');
    }
  }
}
