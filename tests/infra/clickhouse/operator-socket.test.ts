import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { engineCode } from '../../../infra/clickhouse/engine-errors.ts';
import { createSqlEndpoint } from '../../../infra/clickhouse/http-endpoint/endpoint.ts';
import { listenSql, type SqlListener } from '../../../infra/clickhouse/http-endpoint/listen.ts';
import { openSocketTables } from '../../../infra/clickhouse/socket-tables.ts';
import { RetryableError, UsageError } from '../../../infra/errors.ts';
import { secret, type SqlServer, startSqlServer } from './sql-server.ts';

const directory = mkdtempSync(join(tmpdir(), 'attestry-socket-'));
const socketPath = join(directory, 'tables.sock');
const tables = openSocketTables(socketPath);
let server: SqlServer;
let listener: SqlListener;

test.before(async () => {
  server = await startSqlServer({ full: true });
  // Left behind by a process that was killed.
  writeFileSync(socketPath, '');
  const endpoint = createSqlEndpoint({
    queries: server.engine.operator,
    allowedViews: [],
    full: true,
    logger: { error: () => undefined },
    allowedHosts: [],
    newQueryId: () => 'query-1',
  });
  listener = await listenSql(endpoint, { socketPath });
});
test.after(async () => {
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

test('parameters beyond what a request holds are refused', async () => {
  const error = await failure(tables.query('SELECT {a:String}', { a: 'x'.repeat(20_000) }));
  assert.instance(error, UsageError);
});

test('every table can be read, with bound parameters and exact integers', async () => {
  const sql =
    'SELECT secret_hash, toUInt64(18446744073709551615) AS n FROM attestry.store_api_keys WHERE id = {id:String}';
  assert.equal(await tables.query(sql, { id: 'key-1' }), [{ secret_hash: secret, n: '18446744073709551615' }]);
  assert.equal(await tables.query(sql, { id: "it's\n\\" }), []);
  const system = await tables.query("SELECT count() AS n FROM system.parts WHERE active AND database = 'attestry'");
  assert.equal(system, [{ n: '2' }]);
});

test('when nobody listens the call may be made again later', async () => {
  await listener.close();
  const error = await failure(tables.query('SELECT 1'));
  assert.instance(error, RetryableError);
  assert.match((error as Error).message, /tables\.sock/);
});

test.run();
