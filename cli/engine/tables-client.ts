import { request } from 'node:http';
import { existsSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import type { Config } from '../../infra/config/config.ts';
import { RetryableError } from '../../infra/errors.ts';
import { unlessAborted } from '../../infra/fetch/deadline.ts';
import { responseHead } from '../../infra/fetch/response-head.ts';
import type { FetchAttempt } from '../../pipeline/publishers/schedule.ts';
import { tablesSocket } from './data-directory.ts';
import { CommandFailed } from '../program/process/exit.ts';

/** Reads tables through the running service that owns them. */
export interface TablesClient {
  /** Rows of a read-only query; values are bound as `{name:Type}`. */
  readonly query: <R>(sql: string, parameters?: Readonly<Record<string, string>>) => Promise<readonly R[]>;
}

/** A service that runs answers within this time even on a busy machine, milliseconds. */
export const answerMs = 60_000;
/** The same for a query, whose own limits are the service's. */
export const queryAnswerMs = 600_000;

/** No service answers on the socket of this data directory. */
export class ServiceNotRunning extends CommandFailed {
  override readonly name = 'ServiceNotRunning';
}

/**
 * A client of the running service, or null when none runs on this data directory.
 *
 * @throws RetryableError, as do queries, if the service accepts a request and does not answer it in time
 */
export async function connectTables(config: Config): Promise<TablesClient | null> {
  const socketPath = tablesSocket(config);
  if (!existsSync(socketPath)) return null;
  try {
    await call(socketPath, { method: 'GET', path: '/ping' });
  } catch (error) {
    if (error instanceof ServiceNotRunning) return null;
    throw error;
  }
  return {
    query: async <R>(sql: string, parameters: Readonly<Record<string, string>> = {}) => {
      const bound = Object.entries(parameters).map(([name, value]) => [`param_${name}`, value] as [string, string]);
      const path = `/?${new URLSearchParams([['default_format', 'JSONEachRow'], ...bound]).toString()}`;
      const lines = await call(socketPath, { method: 'POST', path, body: sql, limitMs: queryAnswerMs });
      return lines
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as R);
    },
  };
}

/**
 * Asks a running API to refresh its caches from the tables; does nothing when none runs.
 * @param limitMs time within which it must answer
 * @throws RetryableError while the API cannot read its tables, such as during a repair, or if it does not answer in time
 */
export async function refreshCaches(config: Config, limitMs = answerMs): Promise<void> {
  try {
    await call(tablesSocket(config), { method: 'POST', path: '/caches/refresh', limitMs });
  } catch (error) {
    if (!(error instanceof ServiceNotRunning)) throw error;
  }
}

/** Progress in a file that takes long to read. */
export interface Reading {
  readonly sha256: string;
  readonly records: number;
}

/** How far the running service is in a large file; null when it reads none, or does not run. */
export async function currentReading(config: Config): Promise<Reading | null> {
  try {
    return JSON.parse(await call(tablesSocket(config), { method: 'GET', path: '/reading' })) as Reading | null;
  } catch (error) {
    if (error instanceof ServiceNotRunning) return null;
    throw error;
  }
}

/**
 * What the running service answers about the coverage of tokens.
 * @throws ServiceNotRunning, or RetryableError while it cannot read its tables
 */
export const askCoverage = async (config: Config, path: string): Promise<unknown> =>
  JSON.parse(await call(tablesSocket(config), { method: 'GET', path }));

/** The last fetches of the running service, feed by feed; null when none runs. */
export async function lastFetches(config: Config): Promise<readonly FetchAttempt[] | null> {
  try {
    return JSON.parse(
      await call(tablesSocket(config), { method: 'GET', path: fetchesPath }),
    ) as readonly FetchAttempt[];
  } catch (error) {
    if (error instanceof ServiceNotRunning) return null;
    throw error;
  }
}

/** Path of the socket that has the last fetches. */
export const fetchesPath = '/fetches';

const unreachable = new Set(['ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE']);

interface Call {
  readonly method: string;
  readonly path: string;
  readonly body?: string;
  readonly limitMs?: number;
}

async function call(socketPath: string, { method, path, body = '', limitMs = answerMs }: Call): Promise<string> {
  const outgoing = request({ socketPath, method, path, agent: false, headers: { host: 'localhost' } });
  const signal = AbortSignal.timeout(limitMs);
  try {
    outgoing.end(body);
    const answer = await responseHead(outgoing, signal);
    const answered = await unlessAborted(signal, () => text(answer));
    if (answer.statusCode === 200) return answered;
    const message = `the service's tables answered ${answer.statusCode ?? 0}: ${answered.trim()}`;
    throw answer.statusCode === 503 ? new RetryableError(message) : new Error(message);
  } catch (error) {
    if (signal.aborted) {
      throw new RetryableError(`the service accepted a request and did not answer it within ${limitMs / 1_000} s`);
    }
    const { code = '' } = error as NodeJS.ErrnoException;
    throw unreachable.has(code) ? new ServiceNotRunning('no service is running on this data directory') : error;
  }
}
