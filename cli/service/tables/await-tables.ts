import { setTimeout as wait } from 'node:timers/promises';
import { engineCode } from '../../../infra/clickhouse/engine-errors.ts';
import { boundLogId, missingMigrations } from '../../../infra/clickhouse/migrate/migrations.ts';
import { refuseOtherTables } from '../../../infra/clickhouse/migrate/tables-format.ts';
import type { Tables } from '../../../infra/clickhouse/tables.ts';
import type { StoredData } from '../../../infra/data-format.ts';
import { RetryableError, UsageError } from '../../../infra/errors.ts';
import type { Logger } from '../../../infra/logger.ts';

export interface AwaitTablesOptions {
  readonly tables: Pick<Tables, 'query'>;
  readonly stored: StoredData;
  /** The log that commands are appended to. */
  readonly logId: string;
  readonly logger: Logger;
  readonly signal: AbortSignal;
  /** The process that fills the tables also binds them to the log; other processes wait until they are bound. */
  readonly fills?: boolean;
}

const firstPauseMs = 100;
const longestPauseMs = 2_000;

/**
 * Waits for the tables of this log, in this version or a newer one; their owner may start later. False when `signal`
 * ended the wait. Throws UsageError when the tables belong to another log, DataFormatError when they have another format.
 */
export async function awaitTables({
  tables,
  stored,
  logId,
  logger,
  signal,
  fills = false,
}: AwaitTablesOptions): Promise<boolean> {
  let lastWarning: string | null = null;
  for (let pauseMs = firstPauseMs; !signal.aborted; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    const missing = await missingPrerequisite({ tables, stored, logId, fills });
    if (missing === null) return true;
    if (missing !== lastWarning) logger.warn(`${missing}; waiting`);
    lastWarning = missing;
    await wait(pauseMs, undefined, { signal }).catch(() => undefined);
  }
  return false;
}

/** ClickHouse error codes: unknown table, unknown database. */
const unknownObjectCodes: ReadonlySet<number> = new Set([60, 81]);

async function missingPrerequisite({
  tables,
  stored,
  logId,
  fills,
}: Omit<Required<AwaitTablesOptions>, 'logger' | 'signal'>): Promise<string | null> {
  try {
    await refuseOtherTables(tables, stored);
    const bound = await boundLogId(tables);
    if (bound === null && !fills) return 'The tables belong to no log yet';
    if (bound !== null && bound !== logId) {
      throw new UsageError(
        `The tables are filled from log ${bound}, but this is log ${logId}: name the log and the tables that belong together`,
      );
    }
    const [first] = await missingMigrations(tables);
    return first === undefined
      ? null
      : `The tables lack ${first}: run attestry migrate of this version, or start its attestry up once`;
  } catch (error) {
    if (error instanceof RetryableError) return error.message;
    if (unknownObjectCodes.has(engineCode(error) ?? 0)) return 'There are no tables yet: run attestry migrate';
    throw error;
  }
}
