// rule: reads and inserts go on after a process of the tables ended, also tests/infra/clickhouse/host/restart.test.ts
// rule: a host without a pulse or beyond a limit is killed, also tests/infra/clickhouse/host/watch/watch.test.ts
// rule: a query beyond its time is cancelled, also tests/infra/clickhouse/host/watch/watch.test.ts
// rule: five deaths within a minute are a finding, also tests/infra/clickhouse/host/watch/outages.test.ts
// rule: an analyst's query that ended its process is not asked again, also tests/infra/clickhouse/host/analysts/analyst-queries.test.ts
/** Real hosts that are killed, stopped or made to fail, under calls of every lane. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { fromEngine } from '../../../../infra/clickhouse/http-endpoint/errors.ts';
import { type AnalystLimits, defaultAnalystLimits } from '../../../../infra/clickhouse/host/watch/limits.ts';
import { defaultTurnLimits } from '../../../../infra/clickhouse/host/watch/turn-limits.ts';
import { type HostedTables, openTables } from '../../../../infra/clickhouse/open-tables.ts';
import { RetryableError } from '../../../../infra/errors.ts';
import { processStart } from '../../../../infra/process/process-start.ts';
import { pause, until, withPatience } from '../../../support/real-time.ts';
import { ownerOf } from '../../../support/tables-owner.ts';
import { endlessSql } from '../sample-engine.ts';
import { createKeptTable, failureIn, killUnderCalls } from './killed-under-calls.ts';

const limits: AnalystLimits = {
  ...defaultAnalystLimits(),
  tickMs: 50,
  pulseMs: 200,
  silentMs: withPatience(1_000),
  cancelledMs: withPatience(1_000),
  queryMs: { api: 60_000, sink: 60_000, accounts: 60_000, jobs: 60_000, operator: 600 },
  turns: { ...defaultTurnLimits, longestMs: 600 },
};

let directory: string;
let tables: HostedTables;
// Each death makes the next pause longer, so every test has tables of its own.
test.before.each(async () => {
  directory = mkdtempSync(join(tmpdir(), 'attestry-host-'));
  tables = await openTables({ directory, limits, analystLimits: limits });
  await createKeptTable(tables);
});
test.after.each(async () => {
  await tables.close();
  rmSync(directory, { recursive: true, force: true });
});

const hostPid = (): number => ownerOf(directory).pid;
const deathsByPulse = (): number => tables.figures().tables.deaths.get('pulse') ?? 0;

test("an analyst's query that ran in a process that ended is not asked again; the other process answers the next ones", async () => {
  const ask = (sql: string): Promise<string> =>
    tables.analyst.withSession({ settings: {}, parameters: {} }, async ({ run }) =>
      Buffer.from((await run(sql, 'TSV')).bytes).toString(),
    );
  assert.is(await ask('SELECT 1'), '1\n');
  const query = failureIn(ask(endlessSql));
  const pid = ownerOf(directory).pid;
  process.kill(ownerOf(directory, 'analysts').pid, 'SIGKILL');
  const [error, answer] = await Promise.all([query, ask('SELECT 2')]);
  assert.instance(error, RetryableError);
  assert.match(String(error), /restarted: it ended by SIGKILL/);
  assert.is(fromEngine(error)?.status, 503);
  assert.is(answer, '2\n');
  assert.is(ownerOf(directory).pid, pid);
  assert.is(tables.finding(), null);
});

test('each later process is reported once it is open, also to a listener that comes after it', async () => {
  let early = 0;
  let late = 0;
  tables.onReopen(() => (early += 1));
  assert.is(early, 0);
  process.kill(hostPid(), 'SIGKILL');
  await until('the next process', () => early === 1);
  tables.onReopen(() => (late += 1));
  assert.is(late, 1);
});

for (const signal of ['SIGKILL', 'SIGSEGV', 'SIGABRT', 'SIGBUS'] as const) {
  test(`after ${signal} reads are answered by the next host, and every insert arrives`, () =>
    killUnderCalls(tables, directory, signal));
}

test('a stopped host is killed once its pulse is missing, and the read that waited is answered', async () => {
  const pid = hostPid();
  process.kill(pid, 'SIGSTOP');
  assert.equal(await tables.accounts.query('SELECT 1 AS one'), [{ one: 1 }]);
  assert.is(deathsByPulse(), 1);
  assert.is(processStart(pid), null);
});

test('a read of a host that did not answer for longer than reads wait for the next one is answered by that one', async () => {
  await tables.close();
  tables = await openTables({ directory, limits: { ...limits, silentMs: withPatience(5_500) } });
  process.kill(hostPid(), 'SIGSTOP');
  assert.equal(await tables.api.query('SELECT 1 AS one'), [{ one: 1 }]);
});

test('a query beyond its time is cancelled with the code of the engine, and its host lives on', async () => {
  await tables.close();
  // A host that computes on a busy machine may be silent for longer than the other tests let it.
  const patient = { ...limits, silentMs: 60_000, cancelledMs: 60_000 };
  tables = await openTables({ directory, limits: patient, analystLimits: patient });
  const pid = hostPid();
  const heavy = 'SELECT sum(sipHash64(number)) FROM numbers(100000000000)';
  for (const lane of [tables.analyst, tables.operator]) {
    const error = await failureIn(lane.withSession({ settings: {}, parameters: {} }, ({ run }) => run(heavy, 'TSV')));
    assert.equal([fromEngine(error)?.code, fromEngine(error)?.status], [159, 408]);
  }
  assert.is(hostPid(), pid);
  const { tables: ofTables, analysts } = tables.figures();
  assert.equal([ofTables.cancelled, analysts.cancelled], [1, 1]);
});

test('after five deaths within a minute, the tables are failing', async () => {
  for (let round = 0; tables.finding() === null; round += 1) {
    assert.ok(round <= 5);
    process.kill(hostPid(), 'SIGKILL');
    await pause(50);
    await until('an answer', () => failureIn(tables.api.query('SELECT 1')).then((error) => error === null));
  }
  assert.match(tables.finding() ?? '', /^ended 5 times within a minute: it ended by SIGKILL/);
});

test('closing ends a host that is stopped', async () => {
  const pid = hostPid();
  process.kill(pid, 'SIGSTOP');
  await tables.close();
  assert.is(processStart(pid), null);
});

test.run();
