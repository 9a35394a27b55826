import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { engineCode, typedEngineError } from '../../../infra/clickhouse/engine-errors.ts';
import { requestLimits } from '../../../infra/clickhouse/embedded/engine-config.ts';
import type { Tables } from '../../../infra/clickhouse/tables.ts';
import { RetryableError } from '../../../infra/errors.ts';
import { endlessSql, openSampleEngine, type SampleEngine } from './sample-engine.ts';

const columns = ['id', 'n', 'at'];
let sample: SampleEngine;
let engine: SampleEngine['engine'];

test.before(async () => {
  sample = await openSampleEngine();
  engine = sample.engine;
  await engine.sink.command(
    "CREATE TABLE attestry.sample (id String, n UInt64, at DateTime64(3, 'UTC')) ENGINE = ReplacingMergeTree(n) ORDER BY id",
  );
});
test.after(() => sample.close());

const failure = (work: Promise<unknown>): Promise<unknown> => work.then(() => null).catch((error: unknown) => error);
const line = (...values: readonly unknown[]): Buffer => Buffer.from(`${JSON.stringify(values)}\n`);
const insert = (body: Buffer, names: readonly string[] = columns): Promise<void> =>
  engine.sink.insert('attestry.sample', names, body);

test('the API lane cannot write', async () => {
  const writes = [
    () => engine.api.command('DROP TABLE attestry.sample'),
    () => engine.api.insert('attestry.sample', columns, line('a', '1', 1)),
    () => engine.api.command('SET readonly = 0'),
  ];
  for (const write of writes) assert.is(engineCode(await failure(write())), 164);
});

test('every connection of the API lane has limits, those of other lanes have none', async () => {
  const names = Object.keys(requestLimits);
  const limitsOf = (lane: Tables): Promise<readonly unknown[]> =>
    lane.query('SELECT name, value FROM system.settings WHERE name IN {names:Array(String)} ORDER BY name', { names });
  const expected = Object.entries(requestLimits).map(([name, value]) => ({ name, value }));
  for (let connection = 0; connection < 3; connection += 1) assert.equal(await limitsOf(engine.api), expected);
  const [, rows] = await limitsOf(engine.sink);
  assert.equal(rows, { name: 'max_result_rows', value: '0' });
  const tooMany = engine.api.query('SELECT arrayJoin(range(100000)) FROM numbers(101)');
  assert.is(engineCode(await failure(tooMany)), 396);
});

test('a parameter without a value is an error, also if an earlier query set it', async () => {
  for (let round = 0; round < 4; round += 1) await engine.api.query('SELECT {a:String} AS v', { a: 'earlier' });
  const error = await failure(engine.api.query('SELECT {a:String} AS v'));
  assert.match(String(error), /Query parameters without a value: a/);
});

test('the code, not the message, makes an error retryable', () => {
  const engineError = (clickhouseCode: number): Error => Object.assign(new Error('memory limit'), { clickhouseCode });
  for (const code of [76, 159, 202, 209, 210, 241, 252, 319]) {
    const typed = typedEngineError(engineError(code));
    assert.instance(typed, RetryableError);
    assert.is(engineCode((typed as Error).cause), code);
  }
  for (const error of [
    engineError(62),
    engineError(60),
    engineError(27),
    new Error('Code: 241. Memory limit exceeded'),
  ]) {
    assert.is(typedEngineError(error), error);
  }
  const ofServer = Object.assign(new Error('x'), { code: '252' });
  assert.instance(typedEngineError(ofServer), RetryableError);
});

test('an error of the file system is retryable and no fault of the rows', async () => {
  await engine.sink.command('CREATE TABLE attestry.barred (id String) ENGINE = MergeTree ORDER BY id');
  const [table] = await engine.sink.query<{ readonly path: string }>(
    "SELECT data_paths[1] AS path FROM system.tables WHERE name = 'barred'",
  );
  const path = (table?.path ?? '').replace(/\/$/, '');
  const add = (id: string): Promise<void> => engine.sink.insert('attestry.barred', ['id'], line(id));
  renameSync(path, `${path}.away`);
  writeFileSync(path, '');
  try {
    assert.instance(await failure(add('a')), RetryableError);
  } finally {
    rmSync(path);
    renameSync(`${path}.away`, path);
  }
  await add('b');
  assert.equal(await engine.sink.query('SELECT id FROM attestry.barred'), [{ id: 'b' }]);
});

test('rows with line breaks, and an empty result', async () => {
  assert.equal(await engine.api.query("SELECT arrayJoin(['a\nb', 'c\\r\\n']) AS v"), [{ v: 'a\nb' }, { v: 'c\r\n' }]);
  assert.equal(await engine.api.query('SELECT 1 AS v WHERE 0'), []);
});

test('parameters of parallel queries do not mix, and a big one fits', async () => {
  const ask = async (name: string): Promise<void> => {
    const rows = await engine.api.query('SELECT {name:String} AS name, sleepEachRow(0.001) AS s', { name });
    assert.equal(rows, [{ name, s: 0 }]);
  };
  await Promise.all(Array.from({ length: 33 }, (_, index) => ask(`query ${index}`)));
  const ids = Array.from({ length: 20_000 }, (_, index) => `changes/identifier-number-${index}`);
  assert.equal(await engine.api.query('SELECT length({ids:Array(String)}) AS n', { ids }), [{ n: '20000' }]);
});

test('a lane does not wait for another lane', async () => {
  const running = [engine.sink, engine.api].map((lane) => failure(lane.query(endlessSql)));
  await engine.accounts.insert('attestry.sample', columns, line('fast', '1', 1));
  await engine.api.query('SELECT {x:String}', { x: 'y' });
  for (const lane of [engine.operator, engine.analyst]) {
    await lane.withSession({ settings: {}, parameters: {} }, ({ run }) => run('SELECT 1', 'TSV'));
  }
  await engine.jobs.command("KILL QUERY WHERE match(Settings['log_comment'], '^(sink|api) ') ASYNC");
  for (const error of await Promise.all(running)) assert.is(engineCode(error), 394);
});

test('the next query of another lane sees an insert', async () => {
  for (let index = 0; index < 10; index += 1) {
    await engine.accounts.insert('attestry.sample', columns, line(`seen-${index}`, '1', 1));
    const sql = 'SELECT count() AS n FROM attestry.sample WHERE id = {id:String}';
    assert.equal(await engine.api.query(sql, { id: `seen-${index}` }), [{ n: '1' }]);
  }
});

test('a raw session is read-only, keeps its settings, and does not affect later sessions', async () => {
  const settings = { max_result_rows: '5', output_format_json_quote_64bit_integers: '0' };
  const outcome = await engine.operator.withSession({ settings, parameters: { a: "it\\'s" } }, async ({ run }) => {
    const rows = await run('SELECT toUInt64(1) AS n, {a:String} AS a', 'JSONEachRow');
    assert.is(Buffer.from(rows.bytes).toString('utf8'), '{"n":1,"a":"it\'s"}\n');
    for (const sql of ['DROP TABLE sample', 'SET readonly = 0', 'SELECT 1 SETTINGS max_result_rows = 0']) {
      assert.is(engineCode(await failure(run(sql, 'TSV'))), 164, sql);
    }
    assert.is(engineCode(await failure(run('SELECT * FROM numbers(6)', 'TSV'))), 396);
    return 'done';
  });
  assert.is(outcome, 'done');
  await engine.operator.withSession({ settings: {}, parameters: {} }, async ({ run }) => {
    assert.is(engineCode(await failure(run('SELECT {a:String}', 'TSV'))), 456);
    assert.is(Buffer.from((await run('SELECT toUInt64(1) AS n', 'JSONEachRow')).bytes).toString('utf8'), '{"n":"1"}\n');
  });
});

test('mutations run with the small background pool', async () => {
  await insert(line('doomed', '1', 1));
  await engine.sink.command("ALTER TABLE attestry.sample DELETE WHERE id = 'doomed' SETTINGS mutations_sync = 1");
  assert.equal(await engine.api.query("SELECT count() AS n FROM attestry.sample WHERE id = 'doomed'"), [{ n: '0' }]);
});

test.run();
