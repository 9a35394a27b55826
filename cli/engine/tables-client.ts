import { request } from 'node:http';
import { existsSync } from 'node:fs';
import type { Config } from '../../infra/config/config.ts';
import { tablesSocket } from './data-directory.ts';
import { CommandFailed } from '../program/exit.ts';

/** Reads tables through the running service that owns them. */
export interface TablesClient {
  /** Rows of a read-only query; values are bound as `{name:Type}`. */
  readonly query: <R>(sql: string, parameters?: Readonly<Record<string, string>>) => Promise<readonly R[]>;
}

/** No service answers on the socket of this data directory. */
export class ServiceNotRunning extends CommandFailed {
  override readonly name = 'ServiceNotRunning';
}

/** A client of the running service, or null when none runs on this data directory. */
export async function connectTables(config: Config): Promise<TablesClient | null> {
  const socketPath = tablesSocket(config);
  if (!existsSync(socketPath)) return null;
  try {
    await call(socketPath, 'GET', '/ping', '');
  } catch (error) {
    if (error instanceof ServiceNotRunning) return null;
    throw error;
  }
  return {
    query: async <R>(sql: string, parameters: Readonly<Record<string, string>> = {}) => {
      const bound = Object.entries(parameters).map(([name, value]) => [`param_${name}`, value] as [string, string]);
      const path = `/?${new URLSearchParams([['default_format', 'JSONEachRow'], ...bound]).toString()}`;
      const text = await call(socketPath, 'POST', path, sql);
      return text
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as R);
    },
  };
}

/** Asks a running API to refresh its caches from the tables; does nothing when none runs. */
export async function refreshCaches(config: Config): Promise<void> {
  try {
    await call(tablesSocket(config), 'POST', '/caches/refresh', '');
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
    return JSON.parse(await call(tablesSocket(config), 'GET', '/reading', '')) as Reading | null;
  } catch (error) {
    if (error instanceof ServiceNotRunning) return null;
    throw error;
  }
}

const unreachable = new Set(['ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE']);

function call(socketPath: string, method: string, path: string, body: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const failed = (error: NodeJS.ErrnoException): void => {
      const gone = unreachable.has(error.code ?? '');
      reject(gone ? new ServiceNotRunning('no service is running on this data directory') : error);
    };
    const outgoing = request({ socketPath, method, path, agent: false, headers: { host: 'localhost' } }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('error', failed);
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        if (answer.statusCode === 200) resolve(text);
        else reject(new Error(`the service's tables answered ${answer.statusCode ?? 0}: ${text.trim()}`));
      });
    });
    outgoing.on('error', failed);
    outgoing.end(body);
  });
}
