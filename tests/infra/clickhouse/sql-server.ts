import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSqlEndpoint } from '../../../infra/clickhouse/http-endpoint/endpoint.ts';
import { openTables } from '../../../infra/clickhouse/open-tables.ts';
import type { TablesEngine } from '../../../infra/clickhouse/tables.ts';

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
  readonly directory: string;
  readonly engine: TablesEngine;
  readonly port: number;
  readonly logged: readonly unknown[];
  readonly ask: (ask: Ask) => Promise<Reply>;
  /** POSTs a query. */
  readonly run: (sql: string, search?: Readonly<Record<string, string>>) => Promise<Reply>;
  readonly close: () => Promise<void>;
}

/** Sample tables: internal `store_*` and views over them, as in the migrations. */
const sampleTables = [
  `CREATE TABLE attestry.store_changes (id String, asset_id String, detected_at DateTime64(3, 'UTC'), revision UInt64, direction LowCardinality(String), tags Array(String), amount Nullable(Decimal(38, 18)))
   ENGINE = ReplacingMergeTree(revision) ORDER BY (asset_id, detected_at, id)`,
  'CREATE TABLE attestry.store_api_keys (id String, secret_hash String) ENGINE = MergeTree ORDER BY id',
  'CREATE VIEW attestry.changes AS SELECT * FROM attestry.store_changes FINAL',
  'CREATE VIEW attestry.assets AS SELECT DISTINCT asset_id FROM attestry.store_changes',
  'CREATE VIEW attestry.api_keys_view AS SELECT * FROM attestry.store_api_keys',
];

export const secret = 'c0ffee5ecret';

/** Starts an SQL endpoint over a separate engine with sample rows. */
export const startSqlServer = async (options: { readonly full: boolean }): Promise<SqlServer> => {
  const directory = mkdtempSync(join(tmpdir(), 'attestry-sql-'));
  const engine = await openTables({ directory: join(directory, 'tables') });
  for (const statement of sampleTables) await engine.sink.command(statement);
  const rows = Array.from({ length: 200 }, (_, index) =>
    JSON.stringify([
      `change-${index}`,
      `asset-${index % 7}`,
      1_700_000_000_000 + index,
      index + 1,
      'up',
      ['a', 'b'],
      '1.5',
    ]),
  );
  const columns = ['id', 'asset_id', 'detected_at', 'revision', 'direction', 'tags', 'amount'];
  await engine.sink.insert('attestry.store_changes', columns, Buffer.from(rows.join('\n')));
  await engine.sink.insert('attestry.store_api_keys', ['id', 'secret_hash'], Buffer.from(`["key-1","${secret}"]`));

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
      await engine.close();
      rmSync(directory, { recursive: true, force: true });
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
