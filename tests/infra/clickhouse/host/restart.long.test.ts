// rule: reads and inserts go on after a process of the tables ended, also tests/infra/clickhouse/host/restart.test.ts
// rule: a host without a pulse or beyond a limit is killed, also tests/infra/clickhouse/host/watch.test.ts
// rule: a query beyond its time is cancelled, also tests/infra/clickhouse/host/watch.test.ts
// rule: five deaths within a minute are a finding, also tests/infra/clickhouse/host/outages.test.ts
/** Real hosts that are killed, stopped or made to fail, under calls of every lane. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { fromEngine } from '../../../../infra/clickhouse/http-endpoint/errors.ts';
import { type AnalystLimits, defaultAnalystLimits } from '../../../../infra/clickhouse/host/limits.ts';
import { defaultTurnLimits } from '../../../../infra/clickhouse/host/turn-limits.ts';
import { type HostedTables, openTables } from '../../../../infra/clickhouse/open-tables.ts';
import { RetryableError } from '../../../../infra/errors.ts';
import { processStart } from '../../../../infra/process-start.ts';
import { pause, until } from '../../../support/real-time.ts';
import { ownerOf } from '../../../support/tables-owner.ts';

const limits: AnalystLimits = {
  ...defaultAnalystLimits(),
  tickMs: 50,
  pulseMs: 200,
  silentMs: 1_000,
  cancelledMs: 1_000,
  queryMs: { api: 60_000, sink: 60_000, accounts: 60_000, jobs: 60_000, operator: 600 },
  turns: { ...defaultTurnLimits, longestMs: 600 },
};
const add = (id: string): Promise<void> =>
  tables.sink.insert('attestry.kept', ['id'], Buffer.from(`${JSON.stringify([id])}\n`));

let directory: string;
let tables: HostedTables;
// Each death makes the next pause longer, so every test has tables of its own.
test.before.each(async () => {
  directory = mkdtempSync(join(tmpdir(), 'attestry-host-'));
  tables = await openTables({ directory, limits, analystLimits: limits });
  await tables.jobs.command('CREATE TABLE attestry.kept (id String) ENGINE = ReplacingMergeTree ORDER BY id');
});
test.after.each(async () => {
  await tables.close();
  rmSync(directory, { recursive: true, force: true });
});

const hostPid = (): number => ownerOf(directory).pid;
const failure = (work: Promise<unknown>): Promise<unknown> => work.then(() => null).catch((error: unknown) => error);
const deaths = (reason: 'ended' | 'pulse' | 'time' | 'memory'): number =>
  tables.figures().tables.deaths.get(reason) ?? 0;
const addUntilDone = async (id: string): Promise<void> => {
  for (;;) {
    const error = await failure(add(id));
    if (error === null) return;
    assert.instance(error, RetryableError);
    await pause(20);
  }
};
const count = async (): Promise<number> => {
  const [row] = await tables.api.query<{ readonly n: string }>('SELECT count() AS n FROM attestry.kept FINAL');
  return Number(row?.n);
};

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
  test(`after ${signal} reads are answered by the next host, and every insert arrives`, async () => {
    const inserts = Array.from({ length: 20 }, (_, index) => addUntilDone(`${signal} ${index}`));
    const reads = Array.from({ length: 20 }, () => tables.api.query('SELECT sleep(0.02) AS s'));
    process.kill(hostPid(), signal);
    for (const rows of await Promise.all(reads)) assert.equal(rows, [{ s: 0 }]);
    await Promise.all(inserts);
    assert.is(await count(), 20);
    assert.is(deaths('ended'), 1);
    assert.is(tables.finding(), null);
  });
}

test('a stopped host is killed once its pulse is missing, and the read that waited is answered', async () => {
  const pid = hostPid();
  process.kill(pid, 'SIGSTOP');
  assert.equal(await tables.accounts.query('SELECT 1 AS one'), [{ one: 1 }]);
  assert.is(deaths('pulse'), 1);
  assert.is(processStart(pid), null);
});

test('a read of a host that did not answer for longer than reads wait for the next one is answered by that one', async () => {
  await tables.close();
  tables = await openTables({ directory, limits: { ...limits, silentMs: 5_500 } });
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
    const error = await failure(lane.withSession({ settings: {}, parameters: {} }, ({ run }) => run(heavy, 'TSV')));
    assert.equal([fromEngine(error)?.code, fromEngine(error)?.status], [159, 408]);
  }
  assert.is(hostPid(), pid);
  const { tables: ofTables, analysts } = tables.figures();
  assert.equal([ofTables.cancelled, analysts.cancelled], [1, 1]);
});

test("an analyst's query that ran in a process that ended is not asked again; the other process answers the next ones", async () => {
  await tables.close();
  tables = await openTables({ directory, limits, analystLimits: { ...limits, turns: defaultTurnLimits } });
  const ask = (sql: string): Promise<string> =>
    tables.analyst.withSession({ settings: {}, parameters: {} }, async ({ run }) =>
      Buffer.from((await run(sql, 'TSV')).bytes).toString(),
    );
  assert.is(await ask('SELECT 1'), '1\n');
  const query = failure(ask('SELECT sum(sipHash64(number)) FROM numbers(100000000000)'));
  const pid = hostPid();
  process.kill(ownerOf(directory, 'analysts').pid, 'SIGKILL');
  const [error, answer] = await Promise.all([query, ask('SELECT 2')]);
  assert.instance(error, RetryableError);
  assert.match(String(error), /restarted: it ended by SIGKILL/);
  assert.is(fromEngine(error)?.status, 503);
  assert.is(answer, '2\n');
  assert.is(hostPid(), pid);
  assert.is(tables.finding(), null);
});

test('after five deaths within a minute, the tables are failing', async () => {
  for (let round = 0; tables.finding() === null; round += 1) {
    assert.ok(round <= 5);
    process.kill(hostPid(), 'SIGKILL');
    await pause(50);
    await until('an answer', () => failure(tables.api.query('SELECT 1')).then((error) => error === null));
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
