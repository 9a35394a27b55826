/** Real hosts that are killed under calls of every lane: one of the tables, and one of the analysts. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { fromEngine } from '../../../../infra/clickhouse/http-endpoint/errors.ts';
import { RetryableError } from '../../../../infra/errors.ts';
import { reached } from '../../../support/reached.ts';
import { ownerOf } from '../../../support/tables-owner.ts';
import { endlessSql, openSampleEngine, type SampleEngine } from '../sample-engine.ts';

let sample: SampleEngine;
let tables: SampleEngine['engine'];
test.before(async () => {
  sample = await openSampleEngine();
  tables = sample.engine;
  await tables.jobs.command('CREATE TABLE attestry.kept (id String) ENGINE = ReplacingMergeTree ORDER BY id');
});
test.after(() => sample.close());

const failure = (work: Promise<unknown>): Promise<unknown> => work.then(() => null).catch((error: unknown) => error);
const hostPid = (): number => ownerOf(sample.directory).pid;
const deaths = (): number => tables.figures().tables.deaths.get('ended') ?? 0;

/** Inserts a row, again after each error that may pass. */
async function add(id: string): Promise<void> {
  const insert = (): Promise<void> =>
    tables.sink.insert('attestry.kept', ['id'], Buffer.from(`${JSON.stringify([id])}\n`));
  for (let error = await failure(insert()); error !== null; error = await failure(insert())) {
    assert.instance(error, RetryableError);
  }
}

test('after SIGKILL reads are answered by the next host, every insert arrives, and listeners hear of it', async () => {
  const before = deaths();
  let early = 0;
  let late = 0;
  tables.onReopen(() => (early += 1));
  const reopenings = early;
  const inserts = Array.from({ length: 20 }, (_, index) => add(`row ${index}`));
  const reads = Array.from({ length: 20 }, () => tables.api.query('SELECT sleep(0.02) AS s'));
  const pid = hostPid();
  process.kill(pid, 'SIGKILL');
  for (const rows of await Promise.all(reads)) assert.equal(rows, [{ s: 0 }]);
  await Promise.all(inserts);
  assert.equal(await tables.api.query('SELECT count() AS n FROM attestry.kept FINAL'), [{ n: '20' }]);
  assert.is(deaths(), before + 1);
  assert.is.not(hostPid(), pid);
  assert.is(tables.finding(), null);
  await reached('the report of the next host', () => early === reopenings + 1);
  tables.onReopen(() => (late += 1));
  assert.is(late, 1, 'also to a listener that comes after it');
});

test("an analyst's query that ran in a process that ended is not asked again; the other process answers the next ones", async () => {
  const ask = (sql: string): Promise<string> =>
    tables.analyst.withSession({ settings: {}, parameters: {} }, async ({ run }) =>
      Buffer.from((await run(sql, 'TSV')).bytes).toString(),
    );
  assert.is(await ask('SELECT 1'), '1\n');
  const query = failure(ask(endlessSql));
  const pid = hostPid();
  process.kill(ownerOf(sample.directory, 'analysts').pid, 'SIGKILL');
  const [error, answer] = await Promise.all([query, ask('SELECT 2')]);
  assert.instance(error, RetryableError);
  assert.match(String(error), /restarted: it ended by SIGKILL/);
  assert.is(fromEngine(error)?.status, 503);
  assert.is(answer, '2\n');
  assert.is(hostPid(), pid);
  assert.is(tables.finding(), null);
});

test.run();
