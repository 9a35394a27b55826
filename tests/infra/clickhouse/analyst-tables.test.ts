/** The analysts' engine: what it shows, how soon, and what it does not have. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { pause } from '../../../infra/async.ts';
import { engineCode } from '../../../infra/clickhouse/engine-errors.ts';
import { defaultAnalystLimits } from '../../../infra/clickhouse/host/limits.ts';
import { type HostedTables, openTables } from '../../../infra/clickhouse/open-tables.ts';
import { until } from '../../pipeline/runtime/harness.ts';

const directory = mkdtempSync(join(tmpdir(), 'attestry-analysts-'));
let tables: HostedTables;
test.before(async () => {
  const analystLimits = { ...defaultAnalystLimits(800 * 1024 ** 2), tickMs: 50 };
  tables = await openTables({ directory, analystViews: ['shown', 'later'], analystLimits });
  for (const sql of [
    'CREATE TABLE attestry.store_shown (id String, n UInt64) ENGINE = ReplacingMergeTree(n) ORDER BY id',
    'CREATE TABLE attestry.store_keys (id String) ENGINE = ReplacingMergeTree ORDER BY id SETTINGS index_granularity = 512',
    'CREATE VIEW attestry.beneath AS SELECT id, n FROM attestry.store_shown FINAL',
    'CREATE VIEW attestry.shown AS SELECT id, n FROM attestry.beneath',
    'CREATE VIEW attestry.hidden AS SELECT id FROM attestry.store_keys',
  ]) {
    await tables.jobs.command(sql);
  }
  await add(0, 100);
});
test.after(async () => {
  await tables.close();
  rmSync(directory, { recursive: true, force: true });
});

const add = (from: number, count: number): Promise<void> => {
  const lines = Array.from({ length: count }, (_, index) => `["row ${from + index}", "1"]\n`);
  return tables.sink.insert('attestry.store_shown', ['id', 'n'], Buffer.from(lines.join('')));
};
const ask = (sql: string): Promise<string> =>
  tables.analyst.withSession({ settings: {}, parameters: {} }, async ({ run }) =>
    Buffer.from((await run(sql, 'TSV')).bytes)
      .toString('utf8')
      .trim(),
  );
const failure = (work: Promise<unknown>): Promise<unknown> => work.then(() => null).catch((error: unknown) => error);

test('rows that are there at its start are shown, tables below a view as well', async () => {
  assert.is(await ask('SELECT count() FROM shown'), '100');
  assert.is(await ask('SELECT count() FROM attestry.store_shown'), '100');
});

test('new rows are shown without a restart, through merges and a deletion, and no query fails meanwhile', async () => {
  const asking = new AbortController();
  const counts: number[] = [];
  const queries = (async () => {
    while (!asking.signal.aborted) {
      counts.push(Number(await ask('SELECT count() FROM shown')));
      await pause(20);
    }
  })();
  for (let round = 1; round <= 20; round += 1) await add(round * 100, 100);
  await tables.jobs.command('OPTIMIZE TABLE attestry.store_shown FINAL');
  await until('all rows', () => counts.at(-1) === 2_100);
  await tables.jobs.command("ALTER TABLE attestry.store_shown DELETE WHERE id = 'row 7' SETTINGS mutations_sync = 2");
  await until('the deletion', () => counts.at(-1) === 2_099);
  asking.abort();
  await queries;
});

test('tables and views of no public view are unknown', async () => {
  for (const name of ['store_keys', 'hidden', 'later']) {
    assert.is(engineCode(await failure(ask(`SELECT * FROM attestry.${name}`))), 60, name);
  }
  assert.is(
    await ask("SELECT name FROM system.tables WHERE database = 'attestry' ORDER BY name"),
    'beneath\nshown\nstore_shown',
  );
});

test('no row can be inserted', async () => {
  assert.ok(
    [164, 774].includes(engineCode(await failure(ask("INSERT INTO attestry.store_shown VALUES ('x', 1)"))) ?? 0),
  );
});

test('a query beyond the memory of its process ends that process alone, and the next one answers', async () => {
  // The limits of a connection are not set here, as for a query that escapes them.
  const greedy =
    'SELECT length(groupArray(repeat(toString(number), 100))) FROM numbers(100000000) SETTINGS max_threads = 2';
  const error = await failure(
    tables.analyst.withSession({ settings: { max_memory_usage: '0' }, parameters: {} }, ({ run }) =>
      run(greedy, 'TSV'),
    ),
  );
  assert.match(String(error), /more memory than the limit/);
  assert.equal(await tables.api.query('SELECT 1 AS one'), [{ one: 1 }]);
  await until('an answer', () =>
    ask('SELECT 1')
      .then((one) => one === '1')
      .catch(() => false),
  );
  assert.equal([...tables.figures().tables.deaths.values()], []);
});

test.run();
