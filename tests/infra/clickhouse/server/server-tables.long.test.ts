// rule: a server that hangs or stops gives retryable errors, and works again after its return, also tests/infra/clickhouse/server/server-tables.test.ts
/** The port over HTTP, against ClickHouse's interface over the embedded engine in a separate process. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { openServerTables } from '../../../../infra/clickhouse/server/server-tables.ts';
import { RetryableError } from '../../../../infra/errors.ts';
import { encodeRows } from '../../../../pipeline/sink/encode.ts';
import type { Cell } from '../../../../pipeline/sink/row-mapping.ts';
import { failureOf } from '../../../support/failure-of.ts';
import { elapsedMs, withPatience } from '../../../support/real-time.ts';
import { type LocalTables, openLocalTables } from '../../../../tools/local/tables.ts';

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
  await tables.insert('attestry.rows', columns, body(['a', 1, 0, null]));
  await tables.close();
});
test.after(async () => {
  await server.kill();
  rmSync(directory, { recursive: true, force: true });
});

const open = (limitMs = 20_000) => openServerTables({ url: server.url }, { connections: 2, limitMs });
const columns = ['id', 'n', 'at', 'note'];
const body = (...rows: readonly (readonly Cell[])[]): Buffer => encodeRows(rows);

test('a lane closes although the server hangs; its running queries fail', async () => {
  const lane = open();
  await server.freeze();
  const asked = failureOf(lane.query('SELECT 1'));
  const began = elapsedMs();
  await lane.close();
  assert.ok(elapsedMs() - began < withPatience(3_000));
  assert.instance(await asked, RetryableError);
  await server.thaw();
});

test('a server that hangs or stops gives retryable errors, and works again after its return', async () => {
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
