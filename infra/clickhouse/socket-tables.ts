import { request } from 'node:http';
import { RetryableError, UsageError } from '../errors.ts';
import { typedEngineError } from './engine-errors.ts';
import { parameterText } from './sql-text.ts';
import type { Tables } from './tables.ts';

/**
 * Reads the tables of a running service through its socket (`<data>/tables.sock`). The parameters of one query fit
 * into 12 KB.
 * @throws RetryableError when nobody answers at the socket
 */
export const openSocketTables = (socketPath: string): Pick<Tables, 'query'> => ({
  query: async <R>(sql: string, parameters: Readonly<Record<string, unknown>> = {}): Promise<readonly R[]> => {
    const search = new URLSearchParams({ default_format: 'JSONEachRow' });
    for (const [name, value] of Object.entries(parameters)) search.set(`param_${name}`, parameterText(value));
    const path = `/?${search.toString()}`;
    if (path.length > maxPathLength)
      throw new UsageError(`The parameters of this query are too long: ${path.length} bytes.`);
    const { status, code, text } = await post(socketPath, path, sql);
    if (status !== 200) throw typedEngineError(Object.assign(new Error(text.trim()), { clickhouseCode: code }));
    return JSON.parse(`[${text.trimEnd().replaceAll('\n', ',')}]`) as R[];
  },
});

/** Node takes 16 KB of request headers in all. */
const maxPathLength = 12 * 1024;

interface Answer {
  readonly status: number;
  readonly code: number;
  readonly text: string;
}

const post = (socketPath: string, path: string, sql: string): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const unreachable = (cause: Error): void =>
      reject(new RetryableError(`Nobody answers at ${socketPath}: is the service running?`, { cause }));
    const call = request({ socketPath, path, method: 'POST', headers: { Host: 'localhost' } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', unreachable);
      response.on('end', () => {
        resolve({
          status: response.statusCode ?? 0,
          code: Number(response.headers['x-clickhouse-exception-code'] ?? 0),
          text: Buffer.concat(chunks).toString('utf8'),
        });
      });
    });
    call.on('error', unreachable);
    call.end(sql);
  });
