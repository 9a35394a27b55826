import { EventEmitter } from 'node:events';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  createEvidenceThreads,
  type EvidenceThreads,
  type EvidenceWorker,
  idleMs,
} from '../../../../cli/service/evidence/evidence-threads.ts';
import type { EvidenceJob } from '../../../../cli/service/evidence/messages.ts';
import { RetryableError } from '../../../../infra/errors.ts';
import { nextTurn } from '../../../support/next-turn.ts';

/** A thread whose answers the test sends. */
class TestWorker extends EventEmitter {
  readonly jobs: unknown[] = [];
  isEnded = false;
  postMessage(job: unknown): void {
    this.jobs.push(job);
  }
  answer(): void {
    this.emit('message', { kind: 'not_at_hand' });
  }
  ref = (): void => undefined;
  unref = (): void => undefined;
  async terminate(): Promise<number> {
    this.isEnded = true;
    return 0;
  }
}

interface Sleep {
  readonly ms: number;
  readonly signal: AbortSignal;
  readonly end: () => void;
}

function world(): {
  readonly threads: EvidenceThreads;
  readonly workers: readonly TestWorker[];
  readonly sleeps: readonly Sleep[];
} {
  const workers: TestWorker[] = [];
  const sleeps: Sleep[] = [];
  const threads = createEvidenceThreads({
    start: () => {
      workers.push(new TestWorker());
      return workers.at(-1) as unknown as EvidenceWorker;
    },
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        sleeps.push({ ms, signal, end: resolve });
        signal.addEventListener('abort', () => resolve());
      }),
  });
  return { threads, workers, sleeps };
}

const job: EvidenceJob = {
  evidence: { changes: [], observations: [], snapshots: [] },
  want: 'bundle',
  mayLackBytes: true,
  withheld: null,
};
const never = new AbortController().signal;

/** Runs a job to its end on the worker that gets it. */
async function runOne({ threads, workers }: ReturnType<typeof world>): Promise<void> {
  const result = threads.compute(job, never);
  workers.at(-1)?.answer();
  assert.equal(await result, { kind: 'not_at_hand' });
}

test('U-23 a thread serves one job after the other, and is ended when it was idle for ten minutes', async () => {
  const one = world();
  for (let count = 0; count < 3; count += 1) await runOne(one);
  const [worker] = one.workers;
  assert.equal([one.workers.length, worker?.jobs.length, worker?.isEnded], [1, 3, false]);
  // A job ends the wait before it, and the next wait begins from the start.
  assert.equal(
    one.sleeps.map(({ ms, signal }) => [ms, signal.aborted]),
    [
      [idleMs, true],
      [idleMs, true],
      [idleMs, false],
    ],
  );
  one.sleeps.at(-1)?.end();
  await nextTurn();
  assert.is(worker?.isEnded, true);
  await runOne(one);
  assert.is(one.workers.length, 2);
});

test('U-23 a page that is opened starts one thread ahead, which gets the first job', async () => {
  const one = world();
  one.threads.prepare();
  one.threads.prepare();
  assert.is(one.workers.length, 1);
  await runOne(one);
  assert.is(one.workers.length, 1);
});

test('a job that exceeds its time ends its thread; the next one gets another', async () => {
  const one = world();
  one.threads.prepare();
  const limit = new AbortController();
  const late = one.threads.compute(job, limit.signal).catch((error: unknown) => error);
  limit.abort();
  assert.instance(await late, RetryableError);
  assert.is(one.workers[0]?.isEnded, true);
  await runOne(one);
  assert.is(one.workers.length, 2);
});

test('jobs at the same time have threads of their own, of which one stays', async () => {
  const { threads, workers } = world();
  const both = [threads.compute(job, never), threads.compute(job, never)];
  for (const worker of workers) worker.answer();
  await Promise.all(both);
  await nextTurn();
  assert.equal(
    workers.map(({ isEnded, jobs }) => [jobs.length, isEnded]).sort(),
    [
      [1, false],
      [1, true],
    ].sort(),
  );
});

test('a thread that fails rejects its job; one that fails while it waits is replaced', async () => {
  const one = world();
  const failing = one.threads.compute(job, never).catch((error: unknown) => error);
  one.workers[0]?.emit('error', new Error('out of memory'));
  assert.match(String(await failing), /out of memory/);
  one.threads.prepare();
  one.workers[1]?.emit('exit', 1);
  await runOne(one);
  assert.is(one.workers.length, 3);
});

test('a stop ends the thread that waits, and none is started ahead after it', async () => {
  const one = world();
  await runOne(one);
  await one.threads.stop();
  assert.is(one.workers[0]?.isEnded, true);
  one.threads.prepare();
  assert.is(one.workers.length, 1);
});

test.run();
