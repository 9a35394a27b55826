import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { engineCode } from '../../../infra/clickhouse/engine-errors.ts';
import { createSqlEndpoint } from '../../../infra/clickhouse/http-endpoint/endpoint.ts';
import { listenOnSocket, type SocketListener } from '../../../infra/clickhouse/http-endpoint/listen.ts';
import { openServerTables } from '../../../infra/clickhouse/server/server-tables.ts';
import { RetryableError } from '../../../infra/errors.ts';
import { secret, type SqlServer, startSqlServer } from './sql-server.ts';

const directory = mkdtempSync(join(tmpdir(), 'attestry-socket-'));
const socketPath = join(directory, 'tables.sock');
const tables = openServerTables({ socketPath }, { connections: 2, limitMs: 3_600_000 });
let server: SqlServer;
let listener: SocketListener;

test.before(async () => {
  server = await startSqlServer({ full: true });
  // Left by a killed process.
  writeFileSync(socketPath, '');
  const endpoint = createSqlEndpoint({
    queries: server.engine.operator,
    allowedViews: [],
    full: true,
    logger: { error: () => undefined },
    allowedHosts: [],
    newQueryId: () => 'query-1',
  });
  listener = await listenOnSocket(endpoint, socketPath);
});
test.after(async () => {
  await tables.close();
  await server.close();
  rmSync(directory, { recursive: true, force: true });
});

const failure = (work: Promise<unknown>): Promise<unknown> => work.then(() => null).catch((error: unknown) => error);

test('even with full read: one SELECT, no files, no network, no waiting', async () => {
  const refused = [
    'DROP TABLE attestry.store_changes',
    'SELECT 1; SELECT 2',
    "SELECT 1 INTO OUTFILE '/tmp/attestry-operator.out'",
    "SELECT * FROM file('/etc/passwd', 'LineAsString')",
    "SELECT file('/etc/passwd')",
    'SELECT sleep(1)',
    'SELECT 1 SETTINGS readonly = 0',
  ];
  for (const sql of refused) {
    const error = await failure(tables.query(sql));
    assert.ok([164, 446].includes(engineCode(error) ?? 0), `${sql}: ${String(error)}`);
  }
  assert.not.ok(existsSync('/tmp/attestry-operator.out'));
});

test('only the owner may use the socket', () => {
  assert.is(statSync(socketPath).mode & 0o777, 0o600);
});

test('the ids of a full feed fit into one query', async () => {
  const ids = Array.from({ length: 300 }, (_, index) => `disclosure_field:${String(index).padStart(40, '0')}`);
  const sql = 'SELECT length({ids:Array(String)}) AS n, {ids:Array(String)}[300] AS last';
  assert.equal(await tables.query(sql, { ids }), [{ n: '300', last: ids.at(-1) }]);
});

test('bound values arrive unchanged, whatever they contain', async () => {
  const sql =
    'SELECT {text:String} AS text, {texts:Array(String)} AS texts, {flag:Bool} AS flag, {n:Int64} AS n, {none:Nullable(String)} AS none';
  for (const text of [
    "it's",
    '\\N',
    'a\tb\nc\rd',
    '\\',
    '{x:Identifier}',
    "'; SELECT 1 --",
    '%00&param_n=1',
    'é 😀',
    '',
  ]) {
    const [row] = await tables.query(sql, { text, texts: [text, 'x'], flag: true, n: -5, none: null });
    assert.equal(row, { text, texts: [text, 'x'], flag: true, n: '-5', none: null });
  }
});

test('errors of the engine keep their code, and whether they are retryable', async () => {
  const unknown = await failure(tables.query('SELECT x FROM attestry.nothing'));
  assert.is(engineCode(unknown), 60);
  assert.not.instance(unknown, RetryableError);
});

test('every table can be read, with bound parameters and exact integers', async () => {
  const sql =
    'SELECT secret_hash, toUInt64(18446744073709551615) AS n FROM attestry.store_api_keys WHERE id = {id:String}';
  assert.equal(await tables.query(sql, { id: 'key-1' }), [{ secret_hash: secret, n: '18446744073709551615' }]);
  assert.equal(await tables.query(sql, { id: "it's\n\\" }), []);
  const system = await tables.query(
    "SELECT count() AS n FROM system.parts WHERE active AND table IN ('store_changes', 'store_api_keys')",
  );
  assert.equal(system, [{ n: '2' }]);
});

test('without a listener, the error is retryable', async () => {
  await listener.close();
  const error = await failure(tables.query('SELECT 1'));
  assert.instance(error, RetryableError);
  assert.match((error as Error).message, /tables\.sock/);
});

test.run();
