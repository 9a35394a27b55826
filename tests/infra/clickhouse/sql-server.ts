import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createSqlEndpoint } from '../../../infra/clickhouse/http-endpoint/endpoint.ts';
import type { TablesEngine } from '../../../infra/clickhouse/tables.ts';
import { openSampleEngine } from './sample-engine.ts';

export { secret } from './sample-engine.ts';

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly bytes: Buffer;
  readonly text: string;
}

interface Ask {
  readonly method?: string;
  /** Query string parameters. */
  readonly search?: Readonly<Record<string, string>>;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

export interface SqlServer {
  /** Directory of the tables. */
  readonly directory: string;
  readonly engine: TablesEngine;
  readonly port: number;
  readonly logged: readonly unknown[];
  readonly ask: (ask: Ask) => Promise<Reply>;
  /** POSTs a query. */
  readonly run: (sql: string, search?: Readonly<Record<string, string>>) => Promise<Reply>;
  readonly close: () => Promise<void>;
}

/** Starts an SQL endpoint over the engine with sample rows. */
export const startSqlServer = async (options: { readonly full: boolean }): Promise<SqlServer> => {
  const { directory, engine, close } = await openSampleEngine();
  const logged: unknown[] = [];
  const endpoint = createSqlEndpoint({
    queries: options.full ? engine.operator : engine.analyst,
    allowedViews: ['changes', 'assets'],
    full: options.full,
    logger: { error: (entry: unknown) => logged.push(entry) },
    allowedHosts: ['tables.example:8123'],
    newQueryId: () => 'query-1',
  });
  const server = createServer(endpoint);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const ask = (what: Ask): Promise<Reply> => send(port, what);
  return {
    directory,
    engine,
    port,
    logged,
    ask,
    run: (sql, search = {}) => ask({ method: 'POST', search, body: sql }),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await close();
    },
  };
};

const send = (port: number, { method = 'GET', search = {}, path = '/', headers = {}, body }: Ask): Promise<Reply> =>
  new Promise((resolve, reject) => {
    const query = new URLSearchParams(search).toString();
    const target = query === '' ? path : `${path}?${query}`;
    const request = httpRequest({ host: '127.0.0.1', port, method, path: target, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const bytes = Buffer.concat(chunks);
        resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes, text: bytes.toString('utf8') });
      });
    });
    request.on('error', reject);
    request.end(body);
  });
