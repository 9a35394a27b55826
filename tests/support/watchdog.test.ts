import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { cpuOfDescendants, starvedMs } from './process-times.ts';
import { withVirtualTime } from './virtual-time.ts';
import { cpuBetween, startWatchdog } from './watchdog.ts';

/** Patience of the run multiplies all of it. */
const patience = Math.max(1, Number(process.env['TEST_PATIENCE'] ?? 1));
const seconds = (count: number): number => count * 1_000 * patience;

/** Seconds, over patience, after which a watchdog that is never fed has bitten; null if it has not within an hour. */
async function bittenAfter(starvedMs: (passedMs: number) => number = () => 0): Promise<number | null> {
  let bitten: number | null = null;
  await withVirtualTime(async (time) => {
    const started = time.now();
    const watchdog = startWatchdog(
      () => {
        bitten ??= (time.now() - started) / 1_000 / patience;
      },
      { starvedMs: () => starvedMs(time.now() - started) },
    );
    for (let step = 0; step < 7_200 && bitten === null; step += 1) await time.advance(seconds(0.5));
    watchdog.end();
  });
  return bitten;
}

test('a worker that waits, or computes on a machine with room, is ended after 120 s', async () => {
  assert.is(await bittenAfter(), 120);
});

test('time in which a worker has no core is no silence, up to ten times the limit', async () => {
  assert.is(Math.round((await bittenAfter((passedMs) => passedMs * 0.5)) ?? 0), 240);
  assert.is(Math.round((await bittenAfter((passedMs) => passedMs * 0.75)) ?? 0), 480);
  // Eight threads wait at once.
  assert.is(Math.round((await bittenAfter((passedMs) => passedMs * 8)) ?? 0), 1_200);
});

test('processes that have ended take nothing from the silence', async () => {
  assert.is(await bittenAfter((passedMs) => 1_000_000 - passedMs), 120);
});

test('a finished test begins the silence again, and an ended watchdog never bites', async () => {
  await withVirtualTime(async (time) => {
    let bites = 0;
    const watchdog = startWatchdog(() => {
      bites += 1;
    });
    for (let test = 0; test < 5; test += 1) {
      await time.advance(seconds(119));
      watchdog.fed();
    }
    assert.is(bites, 0);
    watchdog.end();
    watchdog.fed();
    await time.advance(seconds(1_000));
    assert.is(bites, 0);
    assert.is(time.timers(), 0);
  });
});

test('the time without a core is that of all threads of a process and its descendants', () => {
  const root = mkdtempSync(join(tmpdir(), 'attestry-starved-'));
  const write = (pid: number, parent: number, name: string, waitedMs: readonly number[]): void => {
    for (const [thread, ms] of waitedMs.entries()) {
      const task = join(root, String(pid), 'task', String(pid + thread));
      mkdirSync(task, { recursive: true });
      writeFileSync(join(task, 'schedstat'), `987654321 ${ms * 1_000_000} 12\n`);
    }
    writeFileSync(join(root, String(pid), 'stat'), `${pid} (${name}) S ${parent} ${pid} ${pid} 0 -1\n`);
  };
  write(1, 0, 'init', [7_000]);
  write(100, 1, 'node', [10, 20]);
  write(200, 100, 'a (odd) name 1 1', [300]);
  write(300, 200, 'anvil', [4_000]);
  write(400, 1, 'another', [50_000]);
  mkdirSync(join(root, 'sys'));
  mkdirSync(join(root, '500'));
  assert.is(starvedMs(100, root), 4_330);
  assert.is(starvedMs(999, root), 0);
  assert.is(starvedMs(100, join(root, 'nothing')), 0);
  rmSync(root, { recursive: true });
  assert.ok(starvedMs(process.pid) >= 0);
});

test('the CPU time of descendants is that of those that run and of those that have ended', () => {
  const root = mkdtempSync(join(tmpdir(), 'attestry-cpu-'));
  const write = (pid: number, parent: number, name: string, ticks: string): void => {
    mkdirSync(join(root, String(pid)), { recursive: true });
    const between = '1 1 0 -1 0 0 0 0 0';
    writeFileSync(join(root, String(pid), 'stat'), `${pid} (${name}) S ${parent} ${between} ${ticks} 20 0\n`);
  };
  write(100, 1, 'node', '9000 9000 150 50');
  write(200, 100, 'an (odd) engine 1 1', '300 100 0 0');
  write(300, 200, 'anvil', '20 0 10 0');
  write(400, 1, 'another', '7 7 7 7');
  assert.equal(cpuOfDescendants(100, root), { ended: 2, running: 4.3 });
  assert.equal(cpuOfDescendants(999, root), { ended: 0, running: 0 });
  rmSync(root, { recursive: true });
});

test('a process that ends counts what it took in the file in which it ends', () => {
  const before = { own: 1, children: 2, shared: 30 };
  assert.equal(cpuBetween(before, { own: 2, children: 2, shared: 34 }), { own: 1, children: 0, shared: 4 });
  assert.equal(cpuBetween(before, { own: 2, children: 33, shared: 0 }), { own: 1, children: 1, shared: 0 });
});

test.run();
