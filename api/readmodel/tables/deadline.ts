import { withTimeout } from '../../../infra/async/async.ts';
import { RetryableError } from '../../../infra/errors.ts';
import type { TableReader } from './reader.ts';

/** Longest a request waits for one engine, milliseconds (conformance G-23). */
export const engineDeadlineMs = 5_000;

/** A reader whose queries reject with RetryableError, as for an unreachable engine, if they take too long. */
export const withDeadline = (tables: TableReader, deadlineMs: number = engineDeadlineMs): TableReader => ({
  query: async <R>(sql: string, parameters: Readonly<Record<string, unknown>>) =>
    within(deadlineMs, 'the tables', tables.query<R>(sql, parameters)),
  ...boundsOf(tables, deadlineMs),
});

/** The result of `work`; rejects with RetryableError if it takes too long. The work itself is not cancelled. */
export const within = <T>(deadlineMs: number, engine: string, work: Promise<T>): Promise<T> =>
  withTimeout(work, deadlineMs, () => {
    throw new RetryableError(`no answer from ${engine} in ${deadlineMs} ms`);
  });

const boundsOf = (tables: TableReader, deadlineMs: number): Omit<TableReader, 'query'> => {
  const { filledUpTo, reachedUpTo, commandsInserted } = tables;
  return {
    ...(commandsInserted === undefined
      ? {}
      : { commandsInserted: (tenantId) => within(deadlineMs, 'the accounts', commandsInserted(tenantId)) }),
    ...(filledUpTo === undefined ? {} : { filledUpTo: (topic) => within(deadlineMs, 'the log', filledUpTo(topic)) }),
    ...(reachedUpTo === undefined ? {} : { reachedUpTo: (topic) => within(deadlineMs, 'the log', reachedUpTo(topic)) }),
  };
};
