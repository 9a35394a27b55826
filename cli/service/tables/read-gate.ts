import { provesDamage } from '../../../infra/clickhouse/damage.ts';
import { engineCode } from '../../../infra/clickhouse/engine-errors.ts';
import type { RawQueries, Tables } from '../../../infra/clickhouse/tables.ts';
import { RetryableError } from '../../../infra/errors.ts';

/** Refuses reads while tables that lost rows are filled again: answers would lack rows. */
export interface ReadGate {
  /** Refuses reads with RetryableError, also those under way. */
  readonly close: (reason: string) => void;
  readonly open: () => void;
  /** Reads through the gate. A read of damaged files is retryable as well, because they are replaced. */
  readonly query: (tables: Pick<Tables, 'query'>) => Pick<Tables, 'query'>;
  readonly raw: (queries: RawQueries) => RawQueries;
}

export function createReadGate(): ReadGate {
  let closed: string | null = null;
  let closings = 0;
  const through = async <R>(read: () => Promise<R>): Promise<R> => {
    const refuse = (): never => {
      throw new RetryableError(`The tables ${closed ?? 'were filled again meanwhile'}.`);
    };
    if (closed !== null) refuse();
    const before = closings;
    const result = await read();
    // It may have run when the tables were empty already.
    return closings === before ? result : refuse();
  };
  return {
    close: (reason) => {
      closed = reason;
      closings += 1;
    },
    open: () => {
      closed = null;
    },
    query: (tables) => ({
      query: (sql, parameters) =>
        through(async () => {
          try {
            return await tables.query(sql, parameters);
          } catch (error) {
            throw provesDamage(error) ? damaged(error) : error;
          }
        }),
    }),
    raw: (queries) => ({ withSession: (options, use) => through(() => queries.withSession(options, use)) }),
  };
}

const damaged = (error: unknown): RetryableError =>
  new RetryableError(`Files of the tables are damaged (code ${engineCode(error) ?? 0}); they are filled again.`, {
    cause: error,
  });
