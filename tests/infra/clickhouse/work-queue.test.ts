import { setTimeout as wait } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { workQueue } from '../../../infra/clickhouse/work-queue.ts';
import { createDeferred } from '../../../infra/async.ts';
import { RetryableError } from '../../../infra/errors.ts';

test('a job beyond the queue limit gets a retryable error, the others run', async () => {
  const queue = workQueue(['a'], 1);
  const first = queue.run(() => wait(10, 'first'));
  const second = queue.run(() => wait(1, 'second'));
  const third = await queue.run(() => wait(1, 'third')).catch((error: unknown) => error);
  assert.instance(third, RetryableError);
  assert.equal(await Promise.all([first, second]), ['first', 'second']);
});

test('a job that waited too long is not started, because its client has given up', async () => {
  const queue = workQueue(['a'], 10, 20);
  const begun: string[] = [];
  const job = (name: string, ms: number) => () => wait(ms).then(() => begun.push(name));
  const first = queue.run(job('first', 40));
  const late = await queue.run(job('late', 1)).catch((error: unknown) => error);
  await first;
  assert.instance(late, RetryableError);
  await queue.run(job('next', 1));
  assert.equal(begun, ['first', 'next']);
});

test('a job is rejected in time although the job before it never ends', async () => {
  const queue = workQueue(['a'], 10, 20);
  const endless = createDeferred();
  const running = queue.run(() => endless.promise);
  assert.instance(await queue.run(() => Promise.resolve(1)).catch((error: unknown) => error), RetryableError);
  endless.resolve();
  await running;
  assert.is(await queue.run((worker) => Promise.resolve(worker)), 'a');
});

test('a failed job releases its worker', async () => {
  const queue = workQueue(['a'], 10);
  const failed = await queue.run(() => Promise.reject(new Error('no'))).catch((error: unknown) => error);
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
      await wait(index % 3);
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
  const done: string[] = [];
  const jobs = ['one', 'two'].map((name) => queue.run(() => wait(5).then(() => done.push(name))));
  await queue.close();
  assert.equal(done, ['one', 'two']);
  await Promise.all(jobs);
  const late = await queue.run(() => Promise.resolve(1)).catch((error: unknown) => error);
  assert.match((late as Error).message, /closed/);
});

test.run();
