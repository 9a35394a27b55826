/** The port over HTTP, against ClickHouse's interface over the embedded engine in a process of its own. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { engineCode } from '../../../infra/clickhouse/engine-errors.ts';
import { openServerTables } from '../../../infra/clickhouse/server-tables.ts';
import { RetryableError } from '../../../infra/errors.ts';
import { type LocalTables, openLocalTables } from '../../../infra/local/tables.ts';

const directory = mkdtempSync(join(tmpdir(), 'attestry-server-tables-'));
let server: LocalTables;

test.before(async () => {
  server = await openLocalTables({ folder: join(directory, 'tables') });
  await server.start();
  const tables = open();
  await tables.command('CREATE DATABASE IF NOT EXISTS attestry');
  await tables.command(
    "CREATE TABLE attestry.rows (id String, n UInt64, at DateTime64(3, 'UTC'), note Nullable(String)) ENGINE = MergeTree ORDER BY id",
  );
  await tables.close();
});
test.after(async () => {
  await server.kill();
  rmSync(directory, { recursive: true, force: true });
});

const open = (limitMs = 20_000) => openServerTables({ url: server.url }, { connections: 2, limitMs });
const columns = ['id', 'n', 'at', 'note'];
const body = (...rows: readonly (readonly unknown[])[]): Buffer =>
  Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join(''));

const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

test('what is inserted is read: large integers exactly, instants as milliseconds, any text', async () => {
  const tables = open();
  const odd = 'a\t"quoted"\\ \n ü 😀 {x:String}';
  await tables.insert('attestry.rows', columns, body(['a', '18446744073709551615', 1_700_000_000_123, odd]));
  const rows = await tables.query(
    'SELECT id, n, toUnixTimestamp64Milli(at) AS at, note FROM attestry.rows WHERE id = {id:String}',
    { id: 'a' },
  );
  assert.equal(rows, [{ id: 'a', n: '18446744073709551615', at: '1700000000123', note: odd }]);
  await tables.close();
});

test('a batch with one bad row is refused whole, and waiting would not mend it', async () => {
  const tables = open();
  const refused: readonly (readonly [string, readonly string[], Buffer])[] = [
    ['a text for a number', columns, body(['b', 1, 0, null], ['c', 'many', 0, null])],
    ['a value too few', columns, body(['b', 1, 0])],
    ['null for a text', columns, body([null, 1, 0, null])],
    ['a column that is none', ['id', 'm'], body(['b', 1])],
  ];
  for (const [what, names, rows] of refused) {
    const error = await failureOf(tables.insert('attestry.rows', names, rows));
    assert.ok(error instanceof Error && !(error instanceof RetryableError), what);
    assert.ok(engineCode(error) !== null, `${what}: ${String(error)}`);
  }
  assert.equal(await tables.query("SELECT id FROM attestry.rows WHERE id IN ('b', 'c')"), []);
  await tables.close();
});

test('a server that hangs, is gone and comes back: again later, then as before', async () => {
  const tables = open(500);
  await server.freeze();
  assert.instance(await failureOf(tables.insert('attestry.rows', columns, body(['d', 1, 0, null]))), RetryableError);
  await server.thaw();
  await server.kill();
  const gone = await failureOf(tables.query('SELECT 1'));
  assert.instance(gone, RetryableError);
  assert.match(String(gone), /The tables at 127\.0\.0\.1:\d+ do not answer/);
  await server.start();
  const again = open();
  await again.insert('attestry.rows', columns, body(['e', 1, 0, null]));
  assert.equal(await again.query("SELECT id FROM attestry.rows WHERE id IN ('a', 'e') ORDER BY id"), [
    { id: 'a' },
    { id: 'e' },
  ]);
  await Promise.all([tables.close(), again.close()]);
});

test.run();
