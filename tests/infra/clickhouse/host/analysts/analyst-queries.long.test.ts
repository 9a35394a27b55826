// rule: analysts take turns, and one whose query hangs is ended without delay to the others, also tests/infra/clickhouse/host/analysts/turns.test.ts
// rule: processes of analysts give way, also tests/infra/clickhouse/embedded/analyst-tables.test.ts
/** Analysts' queries on real engines, in time that the tests let pass: those that the engine does not end, and the others. */
import { mkdtempSync, rmSync } from 'node:fs';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createDeferred } from '../../../../../infra/async/async.ts';
import { analystQueries } from '../../../../../infra/clickhouse/host/analysts/analyst-queries.ts';
import type { Ticker } from '../../../../../infra/clickhouse/host/watch/tick-time.ts';
import { startHost } from '../../../../../infra/clickhouse/host/child.ts';
import { defaultAnalystLimits, serverMemoryBytes } from '../../../../../infra/clickhouse/host/watch/limits.ts';
import { superviseHost } from '../../../../../infra/clickhouse/host/watch/supervise.ts';
import { fromEngine } from '../../../../../infra/clickhouse/http-endpoint/errors.ts';
import { pause } from '../../../../support/real-time.ts';
import { ownerOf } from '../../../../support/tables-owner.ts';

const limits = { ...defaultAnalystLimits(), silentMs: 600_000, openingMs: 600_000 };
const niceness = 10;

/** Time that stands still until a test lets it pass. */
function createTime() {
  let nowMs = 0;
  let tick: (() => void) | null = null;
  const ticker: Ticker = {
    now: () => nowMs,
    start: (each) => {
      tick = each;
      return () => (tick = null);
    },
  };
  const pass = async (ms: number): Promise<void> => {
    for (const end = nowMs + ms; nowMs < end; ) {
      nowMs += limits.tickMs;
      tick?.();
      await pause(0);
    }
  };
  return { ticker, pass };
}

let directory: string;
let time: ReturnType<typeof createTime>;
let hosts: ReturnType<typeof superviseHost>[];
let queries: ReturnType<typeof analystQueries>;
test.before(async () => {
  directory = mkdtempSync(join(tmpdir(), 'attestry-turns-'));
  time = createTime();
  hosts = (['analysts', 'analysts-2'] as const).map((engine) => {
    const open = { engine, directory, views: [], floorBytes: 0, serverMemoryBytes: serverMemoryBytes(limits) };
    return superviseHost({ name: engine, start: () => startHost(niceness), open, limits, logger: null });
  });
  queries = analystQueries(hosts, limits, time.ticker);
  await untilBothOpen();
});
test.after(async () => {
  const closed = queries.close();
  await Promise.all(hosts.map((host) => host.close()));
  await closed;
  rmSync(directory, { recursive: true, force: true });
});

const ask = (sql: string, settings: Readonly<Record<string, string>> = {}): Promise<string> =>
  queries.withSession({ settings, parameters: {} }, async ({ run }) =>
    Buffer.from((await run(sql, 'TSV')).bytes)
      .toString('utf8')
      .trim(),
  );

/** Two queries, each of which ends only when the other one has its turn as well. */
async function untilBothOpen(): Promise<void> {
  const met = [createDeferred(), createDeferred()] as const;
  const meet = ([own, others]: readonly (typeof met)[number][]): Promise<void> =>
    queries.withSession({ settings: {}, parameters: {} }, async () => {
      own?.resolve();
      await others?.promise;
    });
  await Promise.all([meet(met), meet([...met].reverse())]);
}

const failure = (work: Promise<unknown>): Promise<unknown> => work.then(() => null).catch((error: unknown) => error);
const deaths = (): number => hosts.reduce((sum, { figures }) => sum + (figures().deaths.get('time') ?? 0), 0);

/** Constants that the engine computes before it checks a limit, each for minutes. */
const constants = [
  "SELECT like(repeat('a', 1000000), repeat('%a', 50000))",
  "SELECT arraySum(x -> editDistance(repeat('a', 60000), concat(repeat('b', 60000), toString(x))), range(100))",
];

for (const constant of constants) {
  test(`others are answered beside ${constant}, which is over before twice its limit`, async () => {
    const killed = deaths();
    const hung = failure(ask(constant, { max_execution_time: '3' }));
    for (let other = 0; other < 3; other += 1) assert.is(await ask('SELECT 41 + 1'), '42');
    assert.is(deaths(), killed);
    await time.pass(2 * 3_000);
    const error = await hung;
    assert.equal([fromEngine(error)?.code, fromEngine(error)?.status], [159, 408], String(error));
    assert.is(deaths(), killed + 1);
    await untilBothOpen();
  });
}

test('when both processes hang, another query is answered after a turn; those that hang are over before twice their limit', async () => {
  const [constant = ''] = constants;
  const killed = deaths();
  const hung = [1, 2].map(() => failure(ask(constant, { max_execution_time: '20' })));
  const other = ask('SELECT 41 + 1');
  await time.pass(limits.turns.quickMs + limits.turns.wayMs + limits.tickMs);
  assert.is(await other, '42');
  assert.is(deaths(), killed + 1);
  await time.pass(2 * 20_000);
  const errors = await Promise.all(hung);
  assert.equal(errors.map((error) => fromEngine(error)?.status).sort(), [408, 503], errors.join());
  await untilBothOpen();
});

test('their processes give way to the others of this machine', async () => {
  const engines = ['analysts', 'analysts-2'] as const;
  assert.equal(
    engines.map((engine) => getPriority(ownerOf(directory, engine).pid)),
    engines.map(() => getPriority() + niceness),
  );
});

test('a query that waits when they are closed fails at once', async () => {
  const held = createDeferred();
  const inTurn = [1, 2].map(() => queries.withSession({ settings: {}, parameters: {} }, () => held.promise));
  const waiting = failure(ask('SELECT 1'));
  const closed = queries.close();
  assert.match(String(await waiting), /The tables are closed/);
  held.resolve();
  await Promise.all([...inTurn, closed]);
  assert.match(String(await failure(ask('SELECT 1'))), /The tables are closed/);
});

test.run();
