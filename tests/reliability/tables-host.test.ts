/** The process of the tables is killed, stopped or made to fail while the service answers and the sink fills. */
import { setTimeout as wait } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { join } from 'node:path';
import { processStart } from '../../infra/process-start.ts';
import { authorityLine, registryLines, writeLines } from '../support/demo-world.ts';
import { createSandbox, type RunningService, type Sandbox } from '../support/service.ts';
import { until } from '../support/within.ts';
import { ownerOf } from '../support/tables-owner.ts';

const assets = 20;
const observations = 3_000;

interface Report {
  readonly lost: number;
  readonly duplicate: number;
  readonly differing: number;
  readonly problems: readonly unknown[];
}

const hostOf = ({ directory }: Sandbox): number => ownerOf(join(directory, 'tables')).pid;

async function filled(sandbox: Sandbox): Promise<void> {
  await sandbox.json('wait', '--idle');
  const report = await sandbox.json<Report>('verify');
  assert.equal([report.lost, report.duplicate, report.differing], [0, 0, 0], JSON.stringify(report.problems));
}

const statusOf = async (url: string, key: string): Promise<number | string> => {
  try {
    const response = await fetch(url, { headers: { authorization: `Bearer ${key}` } });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return 'no answer';
  }
};

/** Reads all the time; returns the statuses and the slowest answer. */
function reading(service: RunningService, path: string, key: string) {
  const statuses = new Map<number | string, number>();
  let slowestMs = 0;
  let stopped = false;
  const reads = async (): Promise<void> => {
    while (!stopped) {
      const at = performance.now();
      const status = await statusOf(`${service.httpUrl}${path}`, key);
      slowestMs = Math.max(slowestMs, performance.now() - at);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      await wait(5);
      if (status === 'no answer') await wait(200);
    }
  };
  const running = reads();
  return {
    end: async () => {
      stopped = true;
      await running;
      return { statuses: Object.fromEntries(statuses), slowestMs: Math.round(slowestMs) };
    },
  };
}

const sendTo = (pid: number, signal: NodeJS.Signals): void => {
  try {
    process.kill(pid, signal);
  } catch {
    // It has just ended.
  }
};

const readyzOf = async ({ httpUrl }: RunningService): Promise<string> => (await fetch(`${httpUrl}/readyz`)).text();

test('killed by two signals while the sink fills: every read is answered, and nothing is lost', async () => {
  const sandbox = createSandbox({ ATTESTRY_RATE_LIMIT: 'off' });
  let reads: ReturnType<typeof reading> | null = null;
  try {
    const service = await sandbox.up();
    const registry = writeLines(sandbox.directory, 'registry.ndjson', registryLines({ assets, wallets: [] }));
    await sandbox.json('registry', 'import', registry, '--as-of', '2022-01-01');
    const { key } = await sandbox.json<{ readonly key: string }>(
      ...['keys', 'create', '--name', 'reader', '--scopes', 'monitoring:read'],
    );
    const start = Date.parse('2026-03-01T00:00:00Z');
    const lines = Array.from({ length: observations }, (_, index) =>
      authorityLine(index % assets, Math.floor(index / assets / 3), start + index * 1000),
    );
    const observing = sandbox.cli('observe', writeLines(sandbox.directory, 'observations.ndjson', lines));
    reads = reading(service, '/me/monitoring/changes?days=365', key);
    for (const signal of ['SIGKILL', 'SIGSEGV'] as const) {
      await wait(300);
      const host = hostOf(sandbox);
      process.kill(host, signal);
      await until('the next host', () => hostOf(sandbox) !== host, 10);
      // An insert that met two ends reports that it is sent again.
      await until('readiness', async () => (await readyzOf(service)) === '{"status":"ok","failing":[]}');
    }
    assert.is((await observing).code, 0);
    const { statuses, slowestMs } = await reads.end();
    assert.equal(Object.keys(statuses), ['200'], JSON.stringify({ statuses, slowestMs }));
    await filled(sandbox);
    assert.is((await service.end('SIGTERM')).code, 0);
  } finally {
    await sandbox.destroy();
    await reads?.end();
  }
});

test('SIGTERM ends a service whose tables are stopped, with no process left', async () => {
  const sandbox = createSandbox();
  try {
    const service = await sandbox.up();
    const host = hostOf(sandbox);
    process.kill(host, 'SIGSTOP');
    const { code } = await service.end('SIGTERM');
    assert.is(code, 0);
    assert.is(processStart(host), null);
  } finally {
    await sandbox.destroy();
  }
});

test('a second SIGTERM ends it at once', async () => {
  const sandbox = createSandbox();
  try {
    const service = await sandbox.up();
    const host = hostOf(sandbox);
    process.kill(host, 'SIGSTOP');
    let ended: { readonly signal: string | null } | null = null;
    const end = service.end('SIGTERM').then((outcome) => (ended = outcome));
    // Repeated, because a signal soon after the first counts as the same keypress.
    await until('the end', async () => {
      await wait(50);
      if (ended === null) sendTo(service.pid, 'SIGTERM');
      return ended !== null;
    });
    // After an orderly end, which waits for the stopped host, it would have exited by itself.
    assert.is((await end).signal, 'SIGKILL');
    await until('the end of the host', () => processStart(host) === null);
  } finally {
    await sandbox.destroy();
  }
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
    await filled(sandbox);
    await next.end('SIGTERM');
  } finally {
    await sandbox.destroy();
  }
});

test.run();
