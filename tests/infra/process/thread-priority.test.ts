import { once } from 'node:events';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { built } from '../../support/built.ts';
import { nicenessBelowOwn, yieldingThread, yieldToOtherThreads } from '../../../infra/process/thread-priority.ts';

test('a system without thread ids, or one that refuses the change, is ignored', () => {
  yieldToOtherThreads(5, '/nowhere/thread-self');
  const directory = mkdtempSync(join(tmpdir(), 'attestry-priority-'));
  try {
    const link = join(directory, 'thread-self');
    // Higher than any thread id.
    symlinkSync('1/task/2147483647', link);
    yieldToOtherThreads(5, link);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
});

test('a process that was started with a low priority is never raised, and none goes below the lowest', () => {
  const own = getPriority();
  assert.is(nicenessBelowOwn(0), own);
  assert.is(nicenessBelowOwn(10), Math.min(19, own + 10));
  assert.is(nicenessBelowOwn(40), 19);
});

test('a thread yields from its first reason to the end of its last one', () => {
  const seen: number[] = [];
  const thread = yieldingThread(5, (steps) => seen.push(steps) > 0);
  const [one, other] = [{}, {}];
  seen.length = 0;
  thread.begin(one);
  thread.begin(other);
  thread.end(one);
  thread.end(one);
  assert.equal(seen, [5]);
  thread.end(other);
  assert.equal(seen, [5, 0]);
});

test('where a thread may not rise again, it is lowered by the step that shows this, and no more', () => {
  let steps = 0;
  const thread = yieldingThread(5, (below) => {
    if (below < steps) return false;
    steps = below;
    return true;
  });
  thread.begin({});
  assert.is(steps, 1);
});

/** Runs in a thread that yields three times: the priorities that it has, one after the other. */
const yieldsThreeTimes = `
  const { parentPort, workerData } = require('node:worker_threads');
  const { getPriority } = require('node:os');
  import(workerData).then(({ yieldingThread }) => {
    const thread = yieldingThread(5);
    const seen = [getPriority()];
    for (const reason of [{}, {}, {}]) {
      thread.begin(reason);
      seen.push(getPriority());
      thread.end(reason);
      seen.push(getPriority());
    }
    parentPort.postMessage(seen);
  });
`;

test('a thread of a process has the priority of the process again after each time that it yields', async () => {
  if (process.platform !== 'linux') return;
  const own = getPriority(process.pid);
  const module = built('infra/process/thread-priority');
  const worker = new Worker(yieldsThreeTimes, { eval: true, workerData: module });
  const [seen] = (await once(worker, 'message')) as [readonly number[]];
  await worker.terminate();
  const below = Math.min(19, own + 5);
  const mayRise = [own, below, own, below, own, below, own];
  // Without the right to rise, it stays where the first step took it.
  const staysLow = mayRise.map(() => Math.min(19, own + 1));
  assert.equal(seen, seen[0] === own ? mayRise : staysLow);
});

test.run();
