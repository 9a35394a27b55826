/** Real hosts that are killed under calls of every lane: one of the tables, and one of the analysts. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { fromEngine } from '../../../../infra/clickhouse/http-endpoint/errors.ts';
import { RetryableError } from '../../../../infra/errors.ts';
import { reached } from '../../../support/reached.ts';
import { ownerOf } from '../../../support/tables-owner.ts';
import { endlessSql, openSampleEngine, type SampleEngine } from '../sample-engine.ts';
import { createKeptTable, failureIn, killUnderCalls } from './killed-under-calls.ts';

let sample: SampleEngine;
let tables: SampleEngine['engine'];
test.before(async () => {
  sample = await openSampleEngine();
  tables = sample.engine;
  await createKeptTable(tables);
});
test.after(() => sample.close());

test('after SIGKILL reads are answered by the next host, every insert arrives, and listeners hear of it', async () => {
  let early = 0;
  let late = 0;
  tables.onReopen(() => (early += 1));
  const reopenings = early;
  await killUnderCalls(tables, sample.directory, 'SIGKILL');
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
  const query = failureIn(ask(endlessSql));
  const pid = ownerOf(sample.directory).pid;
  process.kill(ownerOf(sample.directory, 'analysts').pid, 'SIGKILL');
  const [error, answer] = await Promise.all([query, ask('SELECT 2')]);
  assert.instance(error, RetryableError);
  assert.match(String(error), /restarted: it ended by SIGKILL/);
  assert.is(fromEngine(error)?.status, 503);
  assert.is(answer, '2\n');
  assert.is(ownerOf(sample.directory).pid, pid);
  assert.is(tables.finding(), null);
});

test.run();
