import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { fillTemplate } from '../../../../infra/clickhouse/migrate/migration-template.ts';
import { bindLog, migrate } from '../../../../infra/clickhouse/migrate/migrations.ts';
import { sqlStatements } from '../../../../infra/clickhouse/migrate/statements.ts';
import type { TablesEngine } from '../../../../infra/clickhouse/tables.ts';
import { UsageError } from '../../../../infra/errors.ts';
import { openSampleEngine, type SampleEngine } from '../sample-engine.ts';
import { refuseOtherTables, tablesByUrl } from '../../../../infra/clickhouse/migrate/tables-format.ts';
import { DataFormatError } from '../../../../infra/data-format.ts';
import { dataFormat } from '../../../../schemas/data-format.ts';

const scratch = mkdtempSync(join(tmpdir(), 'attestry-migrations-'));
let sample: SampleEngine;
let engine: TablesEngine;
let folders = 0;

test.before(async () => {
  sample = await openSampleEngine();
  engine = sample.engine;
});
test.before.each(async () => {
  for (const table of ['schema_migrations', 'attestry_meta', 'one', 'two']) {
    await engine.sink.command(['DROP TABLE IF EXISTS attestry', table].join('.'));
  }
});
test.after(async () => {
  await sample.close();
  rmSync(scratch, { recursive: true, force: true });
});

const folder = (files: Readonly<Record<string, string>>): string => {
  folders += 1;
  const directory = join(scratch, `migrations-${folders}`);
  mkdirSync(directory);
  for (const [name, content] of Object.entries(files)) writeFileSync(join(directory, name), content);
  return directory;
};
const run = (directory: string) =>
  migrate({ tables: engine.sink, layout: { kind: 'single' }, now: () => 1_700_000_000_000, directory });
const failure = (work: Promise<unknown>): Promise<unknown> => work.then(() => null).catch((error: unknown) => error);
const assertUsage = (error: unknown, message: RegExp): void => {
  assert.instance(error, UsageError);
  assert.match((error as Error).message, message);
};

const one = 'CREATE TABLE IF NOT EXISTS attestry.one {{on_cluster}} (a UInt8)\nENGINE = {{replacing:a}} ORDER BY a;\n';
const two =
  "-- two; really\nCREATE TABLE IF NOT EXISTS attestry.two (a String COMMENT 'it''s; fine')\nENGINE = {{replacing}} ORDER BY a;\nINSERT INTO attestry.two VALUES ('x;'); -- done\n";

test('refused: names, gaps and duplicates', async () => {
  for (const name of ['1_one.sql', '0001-one.sql', '0001_One.sql', 'one.sql', '0002_one.sql', '0000_one.sql']) {
    assertUsage(await failure(run(folder({ [name]: one }))), /migration/i);
  }
  assertUsage(
    await failure(run(folder({ '0001_a.sql': one, '0001_b.sql': two }))),
    /0001_b\.sql: expected number 0002/,
  );
  assertUsage(await failure(run(folder({ '0001_a.sql': one, '0003_b.sql': two }))), /expected number 0002/);
});

test('refused: a changed file, and tables of a newer version', async () => {
  await run(folder({ '0001_one.sql': one, '0002_two.sql': two }));
  const changed = await failure(run(folder({ '0001_one.sql': `${one} `, '0002_two.sql': two })));
  assertUsage(changed, /0001_one .* was changed after it was applied/);
  assertUsage(await failure(run(folder({ '0001_one.sql': one }))), /0002, which .* lacks: .* newer version/);
});

test('a statement that fails names its file and place, is not recorded, and the run can be repeated', async () => {
  const directory = folder({ '0001_one.sql': one, '0002_two.sql': `${one}SELECT nonsense;\n` });
  const error = await failure(run(directory));
  assert.match((error as Error).message, /^0002_two\.sql, statement 2: /);
  writeFileSync(join(directory, '0002_two.sql'), two);
  assert.equal(await run(directory), [{ version: 2, name: 'two' }]);
});

test('applies pending migrations in order, once', async () => {
  assert.equal(await run(folder({ '0001_one.sql': one })), [{ version: 1, name: 'one' }]);
  const both = folder({ '0002_two.sql': two, '0001_one.sql': one, 'README.md': 'x' });
  assert.equal(await run(both), [{ version: 2, name: 'two' }]);
  assert.equal(await run(both), []);
  assert.equal(await engine.api.query('SELECT * FROM attestry.two'), [{ a: 'x;' }]);
  const rows = await engine.api.query(
    'SELECT version, name, applied_at FROM attestry.schema_migrations ORDER BY version',
  );
  assert.equal(rows, [
    { version: 1, name: 'one', applied_at: '2023-11-14 22:13:20.000' },
    { version: 2, name: 'two', applied_at: '2023-11-14 22:13:20.000' },
  ]);
});

test('tables of another data format are refused with the remedy, and nothing is changed', async () => {
  const files = folder({ '0001_one.sql': one });
  const before = 'version UInt32, name String, checksum String, applied_at DateTime64(3)';
  const format = ', data_format UInt32';
  for (const [columns, values] of [
    [before, "1, 'one', 'x', now()"],
    [`${before}${format}`, `1, 'one', 'x', now(), ${dataFormat + 1}`],
    [`${before}${format}`, "1, 'one', 'x', now(), 0"],
  ] as const) {
    await engine.sink.command('DROP TABLE IF EXISTS attestry.schema_migrations');
    const identifiers = Object.freeze({ columns, values });
    await engine.sink.command(
      `CREATE TABLE attestry.schema_migrations (${identifiers.columns}) ENGINE = MergeTree ORDER BY version`,
    );
    await engine.sink.command(`INSERT INTO attestry.schema_migrations VALUES (${identifiers.values})`);
    const byPath = await failure(run(files));
    assert.instance(byPath, DataFormatError);
    assert.is(
      (byPath as Error).message,
      'The database in the data directory was made by a build before 0.1.0; start with a new directory.',
    );
    const byUrl = await failure(refuseOtherTables(engine.api, tablesByUrl('tables.example:8123')));
    assert.instance(byUrl, DataFormatError);
    assert.is(
      (byUrl as Error).message,
      'The database attestry at tables.example:8123 was made by a build before 0.1.0; use a new prefix and database.',
    );
    assert.equal(
      await engine.api.query("SELECT name FROM system.tables WHERE database = 'attestry' AND name = 'one'"),
      [],
    );
  }
});

test('tables whose record of migrations was lost, or lost a part, are migrated again', async () => {
  const files = folder({ '0001_one.sql': one, '0002_two.sql': two });
  await run(files);
  await engine.sink.command(
    'ALTER TABLE attestry.schema_migrations DELETE WHERE version = 1 SETTINGS mutations_sync = 1',
  );
  assert.equal(await run(files), [{ version: 1, name: 'one' }]);
  await engine.sink.command('TRUNCATE TABLE attestry.schema_migrations');
  assert.is((await run(files)).length, 2);
});

test('tables are bound to the first log and refuse another', async () => {
  await run(folder({}));
  await bindLog(engine.sink, 'log-a');
  await bindLog(engine.sink, 'log-a');
  assertUsage(await failure(bindLog(engine.sink, 'log-b')), /log-a.*log-b.*run `attestry tables rebuild`/);
});

test('a statement ends at a ; at the end of a line, outside quotes and comments', () => {
  const cases: readonly (readonly [string, readonly string[]])[] = [
    ['', []],
    [';\n;\n', []],
    ['-- nothing;\n/* here;\n */\n', []],
    ['SELECT 1', ['SELECT 1']],
    ['SELECT 1;\nSELECT 2;', ['SELECT 1', 'SELECT 2']],
    ['SELECT 1; SELECT 2;\n', ['SELECT 1; SELECT 2']],
    ['SELECT 1; -- end\r\nSELECT 2;\r\n', ['SELECT 1', '-- end\r\nSELECT 2']],
    ["SELECT ';\n', ';''\n;\n', '\\';\n';\nSELECT 2;", ["SELECT ';\n', ';''\n;\n', '\\';\n'", 'SELECT 2']],
    ['SELECT `;\n`, ";\n";\nSELECT 2', ['SELECT `;\n`, ";\n"', 'SELECT 2']],
    ["SELECT 1 -- it's;\n, 2 /* ;\n' */;\nSELECT 3;", ["SELECT 1 -- it's;\n, 2 /* ;\n' */", 'SELECT 3']],
    ['-- about it;\nSELECT 1;', ['-- about it;\nSELECT 1']],
  ];
  for (const [file, expected] of cases) assert.equal(sqlStatements(file), expected, file);
});

test('placeholders differ between one server and a cluster; others are refused', () => {
  const sql =
    'CREATE TABLE a {{on_cluster}} (b) ENGINE = {{ replacing }}; {{replacing:v, d}} {{merge_tree}} {{aggregating}} {a:String}';
  assert.is(
    fillTemplate(sql, { kind: 'single' }, 'x'),
    'CREATE TABLE a  (b) ENGINE = ReplacingMergeTree; ReplacingMergeTree(v, d) MergeTree AggregatingMergeTree {a:String}',
  );
  const cluster = { kind: 'cluster', cluster: 'main-1' } as const;
  const whole = "'/clickhouse/attestry/main-1/all/{table}', '{shard}-{replica}'";
  assert.is(
    fillTemplate(sql, cluster, 'x'),
    `CREATE TABLE a ON CLUSTER 'main-1' (b) ENGINE = ReplicatedReplacingMergeTree(${whole}); ReplicatedReplacingMergeTree(${whole}, v, d) ReplicatedMergeTree(${whole}) ReplicatedAggregatingMergeTree(${whole}) {a:String}`,
  );
  assert.is(
    fillTemplate('{{replacing:v}}', cluster, 'x', 'one shard'),
    "ReplicatedReplacingMergeTree('/clickhouse/attestry/main-1/{shard}/{table}', '{replica}', v)",
  );
  for (const unknown of ['{{replacment}}', '{{}}', '{{on_cluster:x}}']) {
    assert.throws(() => fillTemplate(unknown, { kind: 'single' }, 'f.sql'), /f\.sql: unknown placeholder/);
  }
  assert.throws(
    () => fillTemplate('{{replacing}} (v)', cluster, 'f.sql'),
    /f\.sql: the arguments .* inside the braces/,
  );
  for (const name of ["x' ENGINE", '', '{cluster}', 'a/b']) {
    const bad = { kind: 'cluster', cluster: name } as const;
    assert.throws(() => fillTemplate('{{on_cluster}}', bad, 'f.sql'), /Not a name of a ClickHouse cluster/);
    assert.throws(() => fillTemplate('{{replacing}}', bad, 'f.sql'), /Not a name of a ClickHouse cluster/);
  }
});

test.run();
