import { RetryableError } from '../infra/errors.ts';
import type { TableReader } from './table-reader.ts';

/** Longest a request waits for one query, milliseconds (conformance G-23). */
const queryDeadlineMs = 5_000;

/** The same reader, but a query that does not answer in time counts as an engine out of reach. */
export const withDeadline = (tables: TableReader, deadlineMs: number = queryDeadlineMs): TableReader => ({
  query: async <R>(sql: string, parameters: Readonly<Record<string, unknown>>) =>
    within(deadlineMs, tables.query<R>(sql, parameters)),
});

async function within<T>(deadlineMs: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new RetryableError(`no answer from the tables in ${deadlineMs} ms`)), deadlineMs);
  });
  try {
    return await Promise.race([work, deadline]);
  } finally {
    clearTimeout(timer);
  }
}
