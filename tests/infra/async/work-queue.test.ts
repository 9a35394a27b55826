import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { workQueue } from '../../../infra/async/work-queue.ts';
import { createDeferred, type DeferredPromise } from '../../../infra/async/async.ts';
import { RetryableError } from '../../../infra/errors.ts';
import { startVirtualTime } from '../../support/virtual-time.ts';

const failure = (work: Promise<unknown>): Promise<unknown> => work.then(() => null).catch((error: unknown) => error);

/** Jobs that a test ends, in the order in which they started. */
function manualJobs() {
  const started: string[] = [];
  const ends = new Map<string, DeferredPromise<void>>();
  const endOf = (name: string): DeferredPromise<void> => {
    const end = ends.get(name) ?? createDeferred();
    ends.set(name, end);
    return end;
  };
  return {
    started,
    job: (name: string) => async (): Promise<string> => {
      started.push(name);
      await endOf(name).promise;
      return name;
    },
    end: (name: string) => endOf(name).resolve(),
  };
}

test('a job beyond the queue limit gets a retryable error, the others run', async () => {
  const queue = workQueue(['a'], 1);
  const { job, end } = manualJobs();
  const first = queue.run(job('first'));
  const second = queue.run(async () => 'second');
  assert.instance(await failure(queue.run(async () => 'third')), RetryableError);
  end('first');
  assert.equal(await Promise.all([first, second]), ['first', 'second']);
});

test('a job that waited too long is rejected although the job before it never ends, and is not started after it', async () => {
  const time = startVirtualTime();
  try {
    const queue = workQueue(['a'], 10, 20);
    const { started, job, end } = manualJobs();
    const first = queue.run(job('first'));
    const late = failure(queue.run(job('late')));
    await time.advance(20);
    assert.instance(await late, RetryableError);
    end('first');
    await first;
    const next = queue.run(job('next'));
    end('next');
    assert.is(await next, 'next');
    assert.equal(started, ['first', 'next']);
  } finally {
    time.end();
  }
});

test('a failed job releases its worker', async () => {
  const queue = workQueue(['a'], 10);
  const failed = await failure(queue.run(() => Promise.reject(new Error('no'))));
  assert.is((failed as Error).message, 'no');
  assert.is(await queue.run((worker) => Promise.resolve(worker)), 'a');
});

test('each worker has one job at a time, jobs start in the order of arrival', async () => {
  const busy = new Set<string>();
  const started: number[] = [];
  const queue = workQueue(['a', 'b', 'c'], 100);
  const jobs = Array.from({ length: 30 }, (_, index) =>
    queue.run(async (worker) => {
      assert.not.ok(busy.has(worker));
      busy.add(worker);
      started.push(index);
      for (let turn = 0; turn < index % 3; turn += 1) await Promise.resolve();
      busy.delete(worker);
    }),
  );
  await Promise.all(jobs);
  assert.equal(
    started,
    [...started].sort((a, b) => a - b),
  );
});

test('close waits for accepted jobs and rejects further ones', async () => {
  const queue = workQueue(['a'], 10);
  const { started, job, end } = manualJobs();
  const jobs = ['one', 'two'].map((name) => queue.run(job(name)));
  let isClosed = false;
  const closed = queue.close().then(() => (isClosed = true));
  end('one');
  await jobs[0];
  assert.equal([isClosed, started], [false, ['one', 'two']]);
  end('two');
  await Promise.all([...jobs, closed]);
  const late = await failure(queue.run(() => Promise.resolve(1)));
  assert.match(String(late), /closed/);
});

test.run();
