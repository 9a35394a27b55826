/** The analysts' engine: what it shows, and what it does not have. */
import { existsSync } from 'node:fs';
import { getPriority } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { engineCode } from '../../../../infra/clickhouse/engine-errors.ts';
import { nicenessBelowOwn } from '../../../../infra/process/thread-priority.ts';
import { reached } from '../../../support/reached.ts';
import { ownerOf } from '../../../support/tables-owner.ts';
import { openSampleEngine, type SampleEngine } from '../sample-engine.ts';

let sample: SampleEngine;
let tables: SampleEngine['engine'];
test.before(async () => {
  sample = await openSampleEngine();
  tables = sample.engine;
});
test.after(() => sample.close());

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

/** Asks until the answer is that one; the engine itself waits between the queries. No query may fail. */
async function untilShown(count: string): Promise<void> {
  while ((await ask('SELECT count(), sleep(0.1) FROM shown')).split('\t')[0] !== count);
}

test('new rows are shown without a restart, through merges and a deletion, and no query fails meanwhile', async () => {
  const all = untilShown('600');
  for (let round = 1; round <= 5; round += 1) await add(round * 100, 100);
  await tables.jobs.command('OPTIMIZE TABLE attestry.store_shown FINAL');
  await all;
  const left = untilShown('599');
  await tables.jobs.command("ALTER TABLE attestry.store_shown DELETE WHERE id = 'row 7' SETTINGS mutations_sync = 2");
  await left;
});

test('tables and views of no public view are unknown', async () => {
  for (const name of ['store_keys', 'hidden', 'later']) {
    assert.is(engineCode(await failure(ask(`SELECT * FROM attestry.${name}`))), 60, name);
  }
  assert.is(
    await ask("SELECT name FROM system.tables WHERE database = 'attestry' ORDER BY name"),
    [
      ...['api_keys_view', 'assets', 'beneath', 'changes', 'hidden_view', 'shown'],
      ...['store_api_keys', 'store_changes', 'store_hidden', 'store_shown'],
    ].join('\n'),
  );
});

test('no row can be inserted', async () => {
  assert.ok(
    [164, 774].includes(engineCode(await failure(ask("INSERT INTO attestry.store_shown VALUES ('x', 1)"))) ?? 0),
  );
});

test('its processes give way to the others of this machine', async () => {
  const engines = ['analysts', 'analysts-2'] as const;
  await reached('both processes are open', () =>
    engines.every((engine) => existsSync(join(sample.directory, `${engine}.pid`))),
  );
  const priorities = engines.map((engine) => getPriority(ownerOf(sample.directory, engine).pid));
  assert.equal(priorities, [nicenessBelowOwn(10), nicenessBelowOwn(10)]);
});

test.run();
