// rule: reads wait for the next process of the tables, and nothing is lost, also tests/process/lifecycle.test.ts, tests/infra/clickhouse/host/restart.test.ts, tests/infra/clickhouse/host/orphan.test.ts, sim accounts/tables-are-the-fold
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { processStart } from '../../infra/process/process-start.ts';
import { freePorts } from '../../tools/local/processes.ts';
import { createSandbox } from '../support/service.ts';
import { killWhileFilling } from './filling.ts';
import { queryOf, readOf, until200, wholeAfter } from './host-faults.ts';
import { assertNothingLost, createReader, declareAssets, writeObservations } from './observed-assets.ts';
import { assertAnswered, startReading } from './reading.ts';
import { hostOf, sendTo } from './tables-processes.ts';
import { until, elapsedMs, withPatience } from '../support/real-time.ts';

test('killed six times while the sink fills 30,000 rows: every read is answered within a second, and nothing is lost', async () => {
  const sandbox = createSandbox({ ATTESTRY_RATE_LIMIT: 'off' });
  try {
    const service = await sandbox.up();
    const signals = Array.from({ length: 6 }, () => 'SIGKILL' as const);
    const { figures } = await killWhileFilling(sandbox, service, { observations: 30_000, signals, everyMs: 500 });
    console.log('six kills', figures);
    assertAnswered(figures);
    // Within a second on a machine that does nothing else.
    assert.ok(figures.slowestMs <= withPatience(4_000), `${figures.slowestMs} ms`);
    assert.is((await service.end('SIGTERM')).code, 0);
  } finally {
    await sandbox.destroy();
  }
});

test('each fault of each process under reads: whole again within a second, a stopped one within seven', async () => {
  const [sqlPort = 0] = await freePorts(1);
  const sandbox = createSandbox({ ATTESTRY_RATE_LIMIT: 'off', ATTESTRY_SQL_PORT: String(sqlPort) });
  try {
    const service = await sandbox.up();
    await declareAssets(sandbox, { assets: 20 });
    const key = await createReader(sandbox);
    await sandbox.json('observe', writeObservations(sandbox, { assets: 20, count: 300 }));
    const read = { sandbox, service, key };
    await until200(() => queryOf(read));
    await until200(() => readOf(read));
    const reads = startReading(() => readOf(read));
    const times: Record<string, string | number>[] = [];
    for (const engine of ['tables', 'analysts'] as const) {
      for (const signal of ['SIGSEGV', 'SIGABRT', 'SIGBUS', 'SIGSTOP'] as const) {
        times.push({ engine, signal, wholeMs: await wholeAfter(read, [{ engine, signal }]) });
      }
    }
    const figures = await reads.end();
    console.table(times);
    console.log(figures);
    assertAnswered(figures);
    for (const { signal, wholeMs } of times) {
      assert.ok(Number(wholeMs) <= withPatience(signal === 'SIGSTOP' ? 12_000 : 5_000), `${signal}: ${wholeMs} ms`);
    }
    await assertNothingLost(sandbox);
    assert.is((await service.end('SIGTERM')).code, 0);
  } finally {
    await sandbox.destroy();
  }
});

for (const stopped of [[], ['tables'], ['tables', 'analysts']] as const) {
  const what = stopped.length === 0 ? 'no process stopped' : `${stopped.join(' and ')} stopped`;
  test(`after kill -9 while the sink fills, with ${what}, the next start is ready within 10 s, and nothing is lost`, async () => {
    const [sqlPort = 0] = await freePorts(1);
    const sandbox = createSandbox({ ATTESTRY_SQL_PORT: String(sqlPort) });
    try {
      const service = await sandbox.up();
      await until200(() => queryOf({ service }));
      await declareAssets(sandbox, { assets: 20 });
      await sandbox.json('observe', writeObservations(sandbox, { assets: 20, count: 5_000 }));
      const hosts = [hostOf(sandbox), hostOf(sandbox, 'analysts')];
      for (const engine of stopped) sendTo(hostOf(sandbox, engine), 'SIGSTOP');
      await service.end('SIGKILL');
      const started = elapsedMs();
      const next = await sandbox.up();
      console.log(what, 'ready after', Math.round(elapsedMs() - started), 'ms');
      assert.ok(elapsedMs() - started <= withPatience(10_000));
      await until('the end of both', () => hosts.every((host) => processStart(host) === null));
      await assertNothingLost(sandbox);
      assert.is((await next.end('SIGTERM')).code, 0);
    } finally {
      await sandbox.destroy();
    }
  });
}

test.run();
