/** The real host of the tables is killed under calls of every lane. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { reached } from '../../../support/reached.ts';
import { openSampleEngine, type SampleEngine } from '../sample-engine.ts';
import { createKeptTable, killUnderCalls } from './killed-under-calls.ts';

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

test.run();
