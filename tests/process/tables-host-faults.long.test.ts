/** The process of the tables is killed, stopped or made to fail while the service answers and the sink fills. */
// rule: reads wait for the next process of the tables, and nothing is lost, also tests/process/lifecycle.test.ts, tests/infra/clickhouse/host/restart.test.ts, tests/infra/clickhouse/host/orphan.test.ts, sim accounts/tables-are-the-fold
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { processStart } from '../../infra/process/process-start.ts';
import { freePorts } from '../../tools/local/processes.ts';
import { createSandbox, type RunningService } from '../support/service.ts';
import { endIn, endWhileStarting, stateNamed } from './endings.ts';
import { killWhileFilling } from './filling.ts';
import { queryOf, readOf, until200, wholeAfter } from './host-faults.ts';
import { assertNothingLost } from './observed-assets.ts';
import { assertAnswered, startReading } from './reading.ts';
import { hostOf } from './tables-processes.ts';
import { until } from '../support/real-time.ts';

const readyzOf = async ({ httpUrl }: RunningService): Promise<string> => (await fetch(`${httpUrl}/readyz`)).text();

test('killed by two signals while the sink fills, then stopped while the analysts have a fault: every read is answered, and nothing is lost', async () => {
  const [sqlPort = 0] = await freePorts(1);
  const sandbox = createSandbox({ ATTESTRY_RATE_LIMIT: 'off', ATTESTRY_SQL_PORT: String(sqlPort) });
  try {
    const service = await sandbox.up();
    const signals = ['SIGKILL', 'SIGSEGV'] as const;
    const { key, figures } = await killWhileFilling(sandbox, service, { observations: 3_000, signals, everyMs: 300 });
    assertAnswered(figures);
    const read = { sandbox, service, key };
    await until200(() => queryOf(read));
    const reads = startReading(() => readOf(read));
    await wholeAfter(read, [
      { engine: 'tables', signal: 'SIGSTOP' },
      { engine: 'analysts', signal: 'SIGBUS' },
    ]);
    assertAnswered(await reads.end());
    await until('readiness', async () => (await readyzOf(service)) === '{"status":"ok","failing":[]}');
    assert.is((await service.end('SIGTERM')).code, 0);
  } finally {
    await sandbox.destroy();
  }
});

test('SIGTERM ends a service whose tables are stopped, with requests and an attack under way: no process is left', async () => {
  const { code, left } = await endIn(
    stateNamed('tables stopped, requests waiting for them, and an analyst attacking'),
    1,
  );
  assert.equal([code, left], [0, []]);
});

test('SIGTERM ends a service that starts, and whose tables are stopped while they open', async () => {
  const { code, left } = await endWhileStarting();
  assert.equal([code, left], [0, []]);
});

test('a second SIGTERM ends it at once', async () => {
  const { signal, left } = await endIn(stateNamed('tables stopped'), 2);
  // After an orderly end, which waits for the stopped process, it would have exited by itself.
  assert.equal([signal, left], ['SIGKILL', []]);
});

test('after kill -9 with stopped tables, the next start ends them and serves', async () => {
  const sandbox = createSandbox();
  try {
    const service = await sandbox.up();
    const host = hostOf(sandbox);
    process.kill(host, 'SIGSTOP');
    await service.end('SIGKILL');
    const next = await sandbox.up();
    assert.is(processStart(host), null);
    await assertNothingLost(sandbox);
    await next.end('SIGTERM');
  } finally {
    await sandbox.destroy();
  }
});

test.run();
