/** `attestry doctor` on the user of the tables: answers to `CHECK GRANT` as a server with users gives them. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readableTables, tablesUserCheck } from '../../../cli/doctor/tables-user-check.ts';
import { openServerTables } from '../../../infra/clickhouse/server/server-tables.ts';
import type { Tables } from '../../../infra/clickhouse/tables.ts';
import { rightsOfUser, type TablesUser, tablesUsers } from '../../../infra/clickhouse/server/user-rights.ts';
import { openMigratedTables } from '../../support/migrated-tables.ts';

const single = { clickhouseCluster: null };

/** Checks the rights of a user who has exactly `granted`. */
const checkWith = (
  granted: readonly string[],
  purpose: TablesUser | null,
  config: { clickhouseCluster: string | null } = single,
) => tablesUserCheck(config, { query: rowsFor(new Set(granted)) }, purpose);

const rowsFor =
  (granted: ReadonlySet<string>): Tables['query'] =>
  async <R>(sql: string) => {
    const [, right] = /^CHECK GRANT (.+)$/.exec(sql) ?? [];
    return [right === undefined ? { user: 'ann' } : { result: granted.has(right) ? 1 : 0 }] as R[];
  };

const exact: Readonly<Record<TablesUser, readonly string[]>> = {
  migrate: [
    'SELECT ON attestry.*',
    'INSERT ON attestry.*',
    ...['CREATE DATABASE', 'CREATE TABLE', 'CREATE VIEW', 'ALTER TABLE', 'DROP DATABASE'].map(
      (one) => `${one} ON attestry.*`,
    ),
  ],
  sink: ['SELECT ON attestry.*', 'INSERT ON attestry.*', 'ALTER DELETE ON attestry.*'],
  serve: ['SELECT ON attestry.*'],
  analyst: readableTables(single).public.map((name) => `SELECT ON attestry.${name}`),
};

for (const purpose of tablesUsers) {
  test(`${purpose}: exactly the rights it needs`, async () => {
    const { ok, found } = await checkWith(exact[purpose], purpose);
    assert.ok(ok, found);
    assert.is(found, `ann has exactly the rights for ${purpose}`);
  });

  test(`${purpose}: each missing right is named with the statement that grants it`, async () => {
    for (const right of exact[purpose]) {
      const { ok, found } = await checkWith(
        exact[purpose].filter((one) => one !== right),
        purpose,
      );
      assert.not(ok);
      assert.is(found, `ann, for ${purpose}, lacks rights: GRANT ${right} TO ann`);
    }
  });

  test(`${purpose}: rights beyond its work are named with the statement that revokes them`, async () => {
    const { ok, found } = await checkWith([...exact[purpose], 'URL ON *.*', 'SYSTEM SHUTDOWN ON *.*'], purpose);
    assert.not(ok);
    assert.is(found, `ann, for ${purpose}, has too many rights: REVOKE SYSTEM SHUTDOWN ON *.*, URL ON *.* FROM ann`);
  });
}

test('analysts who can read keys or notes of tenants, or write, are reported', async () => {
  const { private: internal } = readableTables(single);
  for (const name of ['store_api_keys', 'store_watch_items', 'store_tenants']) assert.ok(internal.includes(name), name);
  for (const right of [
    ...internal.map((name) => `SELECT ON attestry.${name}`),
    'INSERT ON attestry.*',
    'DROP ON attestry.*',
  ]) {
    const { ok, found } = await checkWith([...exact.analyst, right], 'analyst');
    assert.not(ok);
    assert.match(found, `REVOKE ${right} FROM ann`);
  }
});

test('a right on every database is named once', async () => {
  const all = [...exact.serve, 'INSERT ON attestry.*', 'INSERT ON *.*'];
  assert.is(
    (await checkWith(all, 'serve')).found,
    'ann, for serve, has too many rights: REVOKE INSERT ON *.* FROM ann',
  );
});

test('without a purpose, rights that no role needs are reported and do not fail', async () => {
  const { ok, found } = await checkWith([...exact.migrate, 'FILE ON *.*', 'SELECT ON *.*'], null);
  assert.ok(ok);
  assert.is(found, 'ann has rights that no role needs: SELECT ON *.*, FILE ON *.*');
  assert.is((await checkWith(exact.serve, null)).found, 'ann has no right that Attestry does not need');
});

test('on a cluster, analysts need the parts of sharded tables as well', async () => {
  const { found } = await checkWith(exact.analyst, 'analyst', { clickhouseCluster: 'main' });
  for (const table of ['observations', 'changes', 'changes_history']) {
    assert.match(found, `SELECT ON attestry.store_${table}_local`);
  }
});

test('a server that does not know CHECK GRANT is reported', async () => {
  const server = createServer((_, response) => {
    const headers = { 'X-ClickHouse-Exception-Code': '62' };
    response.writeHead(400, headers).end('Code: 62. DB::Exception: Syntax error. (SYNTAX_ERROR)');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const tables = openServerTables({ url: `http://ann:secret@127.0.0.1:${port}` }, { connections: 1, limitMs: 60_000 });
  try {
    const { ok, found } = await tablesUserCheck(single, tables, 'serve');
    assert.ok(ok);
    assert.match(found, /does not know CHECK GRANT/);
  } finally {
    await tables.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

test('the embedded engine understands every statement: its own user may do everything but create users', async () => {
  const tables = await openMigratedTables();
  try {
    for (const purpose of tablesUsers) {
      const rights = await rightsOfUser(tables, purpose, readableTables(single));
      assert.equal(rights?.missing, [], purpose);
      assert.ok(rights?.excess.includes('SELECT ON *.*'), purpose);
      assert.not(rights?.excess.includes('CREATE USER ON *.*'), purpose);
    }
  } finally {
    await tables.close();
  }
});

test.run();
