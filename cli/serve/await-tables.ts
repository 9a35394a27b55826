import { setTimeout as wait } from 'node:timers/promises';
import { boundLogId, missingMigrations } from '../../infra/clickhouse/migrations.ts';
import type { Tables } from '../../infra/clickhouse/tables.ts';
import { RetryableError, UsageError } from '../../infra/errors.ts';
import type { Logger } from '../../infra/logger.ts';

export interface AwaitTablesOptions {
  readonly tables: Pick<Tables, 'query'>;
  /** The log that commands are appended to. */
  readonly logId: string;
  readonly logger: Logger;
  readonly signal: AbortSignal;
}

const firstPauseMs = 100;
const longestPauseMs = 2_000;

/**
 * Waits for the tables of this log, in this version or a newer one; their owner may start after us. False when `signal`
 * ended the wait. Throws UsageError when the tables are those of another log.
 */
export async function awaitTables({ tables, logId, logger, signal }: AwaitTablesOptions): Promise<boolean> {
  let said: string | null = null;
  for (let pauseMs = firstPauseMs; !signal.aborted; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    const missing = await whatIsMissing(tables, logId);
    if (missing === null) return true;
    if (missing !== said) logger.warn(`${missing}; waiting`);
    said = missing;
    await wait(pauseMs, undefined, { signal }).catch(() => undefined);
  }
  return false;
}

async function whatIsMissing(tables: Pick<Tables, 'query'>, logId: string): Promise<string | null> {
  try {
    const bound = await boundLogId(tables);
    if (bound === null) return 'The tables belong to no log yet';
    if (bound !== logId) {
      throw new UsageError(
        `The tables are filled from log ${bound}, but ATTESTRY_DATA_DIR holds log ${logId}: name the directory and the tables that belong together`,
      );
    }
    const [first] = await missingMigrations(tables);
    return first === undefined ? null : `The tables lack ${first}: start attestry up of this version once`;
  } catch (error) {
    if (error instanceof RetryableError) return error.message;
    throw error;
  }
}
