import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { backOffMs, createDeferred, pause, withTimeout } from '../../infra/async.ts';

const long = 60_000;

test('a timeout whose callback throws rejects, and a later rejection of the work is ignored', async () => {
  const work = createDeferred<string>();
  const late = (): never => {
    throw new Error('too late');
  };
  const error = await withTimeout(work.promise, 1, late).catch((reason: unknown) => reason);
  assert.is((error as Error).message, 'too late');
  work.reject(new Error('ignored'));
  await pause(1);
});

test('an aborted signal expires a timeout at once, before and during the wait', async () => {
  const never = createDeferred<string>().promise;
  const controller = new AbortController();
  const waiting = withTimeout(never, long, () => 'expired', controller.signal);
  controller.abort();
  assert.is(await waiting, 'expired');
  assert.is(await withTimeout(never, long, () => 'expired', controller.signal), 'expired');
});

test('work in time gives its result or its error', async () => {
  assert.is(await withTimeout(Promise.resolve('done'), long, () => 'expired'), 'done');
  const failed = withTimeout(Promise.reject(new Error('broken')), long, () => 'expired');
  assert.is(((await failed.catch((reason: unknown) => reason)) as Error).message, 'broken');
});

test('a pause ends after its time, or when its signal aborts', async () => {
  const begun = performance.now();
  await pause(5);
  assert.ok(performance.now() - begun >= 4);
  const controller = new AbortController();
  const pausing = pause(long, controller.signal);
  controller.abort();
  await pausing;
  await pause(long, controller.signal);
});

test('back-off doubles up to its limit; half of it is jitter', () => {
  const delays = (random: () => number): readonly number[] =>
    [1, 2, 3, 4, 100].map((failures) => backOffMs({ firstRetryMs: 100, longestRetryMs: 500 }, failures, random));
  assert.equal(
    delays(() => 0),
    [50, 100, 200, 250, 250],
  );
  assert.equal(
    delays(() => 1),
    [100, 200, 400, 500, 500],
  );
});

test('a deferred promise settles by its functions', async () => {
  const deferred = createDeferred<number>();
  deferred.resolve(7);
  assert.is(await deferred.promise, 7);
});

test.run();
