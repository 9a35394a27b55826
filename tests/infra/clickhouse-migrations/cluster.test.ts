/**
 * The migrations for a cluster. The engine of the tests has no Keeper and no second host: it parses every
 * statement unchanged, and runs all of them without replication.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Session } from 'chdb';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { topicViews } from '../../../cli/service/analyst-views.ts';
import { clusterSettings } from '../../../infra/clickhouse/server/cluster-settings.ts';
import { migrationStatements, shardedBy } from '../../../infra/clickhouse/migrate/cluster-statements.ts';
import { migrationScript, scriptText } from '../../../infra/clickhouse/migrate/migration-script.ts';
import type { TablesLayout } from '../../../infra/clickhouse/migrate/migration-template.ts';
import { packageRoot } from '../../../infra/disk/package-root.ts';
import { sinkTables } from '../../../pipeline/sink/tables.ts';
import { topicNames } from '../../../schemas/topics.ts';
import { sqlStatements } from '../../../infra/clickhouse/migrate/statements.ts';
import { rowsIn } from '../../support/session-rows.ts';

const layout: TablesLayout = { kind: 'cluster', cluster: 'main' };
const script = sqlStatements(scriptText(migrationScript(layout))).map((text) =>
  text.replaceAll(/^--.*\n/gm, '').trim(),
);
const definitions = script.filter((statement) => !statement.startsWith('INSERT'));

const oneHost = '<shard><replica><host>127.0.0.1</host><port>9000</port></replica></shard>';
const config = `<clickhouse><remote_servers><main>${oneHost}${oneHost}</main></remote_servers></clickhouse>`;

let directory: string;
let session: Session;
test.before(async () => {
  directory = mkdtempSync(join(tmpdir(), 'attestry-cluster-'));
  const file = join(directory, 'config.xml');
  writeFileSync(file, config);
  session = new Session(join(directory, 'data'), { connectionArgs: [`--config-file=${file}`] });
  for (const statement of definitions) await session.queryAsync(withoutReplication(statement));
});
test.after(() => {
  session.close();
  rmSync(directory, { recursive: true, force: true });
});

const withoutReplication = (statement: string): string =>
  statement.replace(" ON CLUSTER 'main'", '').replace(/Replicated(\w*MergeTree)\('[^']*', '[^']*'(?:, )?/, '$1(');

const rows = (sql: string): ReturnType<typeof rowsIn> => rowsIn(session, sql);

/** Name, engine and arguments of each table that a statement creates. */
const engines = definitions.flatMap((statement) => {
  const [, table = '', engine = '', given = ''] =
    /^CREATE TABLE IF NOT EXISTS attestry\.(\w+)[\s\S]*?\bENGINE = (\w+)\((.*)\)/.exec(statement) ?? [];
  return table === '' ? [] : [{ table, engine, given }];
});

test('the engine parses every statement for a cluster; each has its ON CLUSTER and no placeholder left', async () => {
  for (const statement of script) {
    assert.not.match(statement, /\{\{|\}\}/);
    assert.match(statement, /^((CREATE|ALTER) [A-Z ]+ \S+ ON CLUSTER 'main'|INSERT INTO attestry\.\w+)/);
    assert.ok((await rows(`EXPLAIN AST ${statement}`)).length > 0, statement);
  }
});

test('every table is replicated: on every host, or, if sharded, on the hosts of each shard', () => {
  const local = [...shardedBy.keys()].map((table) => `${table}_local`);
  assert.ok(engines.length > 30);
  for (const { table, engine, given } of engines) {
    if (shardedBy.has(table)) {
      assert.is(`${engine}(${given})`, `Distributed('main', 'attestry', '${table}_local', sipHash64(asset_id))`);
      continue;
    }
    assert.is(engine, 'ReplicatedReplacingMergeTree', table);
    const place = local.includes(table)
      ? "'/clickhouse/attestry/main/{shard}/{table}', '{replica}'"
      : "'/clickhouse/attestry/main/all/{table}', '{shard}-{replica}'";
    assert.ok(given.startsWith(place), `${table}: ${given}`);
    const version = given.slice(place.length);
    assert.match(version, table === 'attestry_meta' ? /^$/ : /^, \w+$/, `${table} has no version`);
  }
});

test('account tables are complete on every host, so queries can join them there', () => {
  const accounts = definitions.filter((statement) => /\btenant_id String\b/.test(statement));
  assert.is(accounts.length, 11);
  for (const statement of accounts) assert.match(statement, /\/all\/\{table\}', '\{shard\}-\{replica\}', seq\)/);
});

test('a sharded table and its local table have the same columns, also those added later', async () => {
  const columnsOf = (table: string): Promise<readonly unknown[]> =>
    rows(
      `SELECT name, type, default_expression FROM system.columns WHERE database = 'attestry' AND table = '${table}' ORDER BY position`,
    );
  for (const table of shardedBy.keys()) {
    const columns = await columnsOf(table);
    assert.ok(columns.length > 10, table);
    assert.equal(columns, await columnsOf(`${table}_local`));
  }
});

test('rows that replace each other are on one shard: the sharding column is in the sorting key', async () => {
  for (const [table, column] of shardedBy) {
    const [[key] = []] = await rows(
      `SELECT sorting_key FROM system.tables WHERE database = 'attestry' AND name = '${table}_local'`,
    );
    assert.ok(String(key).split(', ').includes(column), `${table}: ${String(key)}`);
  }
});

test('views read the sharded table, never its local table', async () => {
  const views = await rows("SELECT name, as_select FROM system.tables WHERE database = 'attestry' AND engine = 'View'");
  assert.ok(views.length > 10);
  for (const [name, query] of views) {
    assert.not.match(String(query), /_local\b/);
    if (topicViews.includes(String(name))) {
      assert.match(String(query), new RegExp(`FROM attestry\\.store_${String(name)} FINAL`));
    }
  }
});

test('a statement that a sharded table does not support is refused with its file name', () => {
  for (const change of [
    'ADD INDEX i id TYPE minmax',
    'MODIFY ORDER BY id',
    'DELETE WHERE 1',
    'ADD COLUMN c String, DROP INDEX by_id',
  ]) {
    assert.throws(
      () => migrationStatements(`-- why\nALTER TABLE attestry.store_changes {{on_cluster}} ${change};`, layout, '0099'),
      /^0099: store_changes is spread over the shards of a cluster; only its columns and how its parts are stored can be altered\.$/,
    );
  }
  assert.throws(() => migrationStatements('DROP TABLE IF EXISTS attestry.store_changes;', layout, '0099'), /is spread/);
});

test('settings and indexes of parts apply to the local table', () => {
  for (const change of ['MODIFY SETTING max_compress_block_size = 65536', 'DROP INDEX IF EXISTS by_id']) {
    const sql = `ALTER TABLE attestry.store_changes {{on_cluster}} ${change};`;
    assert.equal(
      migrationStatements(sql, layout, '0099').map((statement) => /attestry\.\w+/.exec(statement)?.[0]),
      ['attestry.store_changes_local'],
    );
  }
});

test('all queries and inserts name tables of the cluster', async () => {
  const made = new Set((await rows("SELECT name FROM system.tables WHERE database = 'attestry'")).flat());
  const named = new Map<string, string>();
  for (const folder of ['api', 'cli', 'infra/clickhouse', 'pipeline/sink']) {
    for (const file of readdirSync(join(packageRoot(), folder), { recursive: true, encoding: 'utf8' })) {
      if (!file.endsWith('.ts')) continue;
      const text = readFileSync(join(packageRoot(), folder, file), 'utf8');
      for (const [, table = ''] of text.matchAll(/\battestry\.((?:store_|attestry_|schema_)\w+)/g))
        named.set(table, file);
    }
  }
  for (const { table } of topicNames.flatMap((topic) => [...sinkTables[topic]])) {
    named.set(table.replace('attestry.', ''), 'sink');
  }
  assert.ok(named.size > 25, String(named.size));
  for (const [table, file] of named) assert.ok(made.has(table), `${table} of ${file}`);
});

test('the settings of a cluster are settings of the engine', async () => {
  const known = new Set((await rows('SELECT name FROM system.settings')).flat());
  const names = Object.values(clusterSettings).flatMap((settings) => Object.keys(settings));
  assert.equal(
    names.filter((name) => !known.has(name)),
    [],
  );
});

test.run();
