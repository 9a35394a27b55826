import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { RetryableError } from '../../../infra/errors.ts';
import { createMutex } from '../../../infra/async/mutex.ts';
import { createParkGuard } from '../../../pipeline/runtime/parking.ts';
import { pause } from '../../../infra/async/async.ts';
import { withRetry } from '../../../infra/async/retry.ts';
import { runsOf } from '../../support/runs.ts';
import { startVirtualTime } from '../../support/virtual-time.ts';

const never = new AbortController().signal;

test('the park guard stops where counting all records from the start does', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.record({
          parked: fc.boolean(),
          times: fc.integer({ min: 1, max: 60 }),
          mix: fc.integer({ min: 2, max: 40 }),
        }),
        {
          maxLength: 60,
        },
      ),
      (runs) => {
        const guard = createParkGuard();
        const all: boolean[] = [];
        for (const { parked, times, mix } of runs) {
          for (let index = 0; index < times; index += 1) {
            const one = parked && (times > 55 || index % mix === 0);
            all.push(one);
            const last = all.slice(-1_000);
            const share = last.length === 1_000 && last.filter(Boolean).length >= 50;
            const run = all.length >= 50 && all.slice(-50).every(Boolean);
            if (guard.count(one) !== (share || run)) return false;
          }
        }
        return true;
      },
    ),
    { numRuns: runsOf(40) },
  );
});

test('an error of another kind is not retried', async () => {
  let attempts = 0;
  const work = (): Promise<never> => {
    attempts += 1;
    return Promise.reject(new TypeError('a fault'));
  };
  const failure = await withRetry(work, { signal: never, random: () => 0, onFailure: () => undefined }).catch(String);
  assert.is(failure, 'TypeError: a fault');
  assert.is(attempts, 1);
});

test('it waits longer after each failure, with jitter, and reports each', async () => {
  const time = startVirtualTime();
  try {
    const reported: number[] = [];
    const times: number[] = [];
    const result = withRetry(
      async () => {
        times.push(time.now());
        if (times.length < 4) throw new RetryableError('away');
        return 'there';
      },
      { signal: never, random: () => 0, onFailure: (_, attempt) => void reported.push(attempt) },
    );
    await time.advance(1_000);
    assert.is(await result, 'there');
    assert.equal(reported, [1, 2, 3]);
    // Half of 100, 200 and 400 ms: the least the jitter allows.
    assert.equal(
      times.slice(1).map((at, index) => at - (times[index] ?? 0)),
      [50, 100, 200],
    );
  } finally {
    time.end();
  }
});

test('an abort ends the waiting at once, with the error that was waited out', async () => {
  const time = startVirtualTime();
  try {
    const controller = new AbortController();
    const seen: number[] = [];
    const work = withRetry(() => Promise.reject(new RetryableError('away')), {
      signal: controller.signal,
      random: () => 0.99,
      onFailure: (_, attempt) => {
        seen.push(attempt);
        // Once it waits, on a clock that does not move any more.
        if (attempt === 2) queueMicrotask(() => controller.abort());
      },
    });
    work.catch(() => undefined);
    await time.advance(100);
    assert.is(await work.catch((error: unknown) => (error as Error).name), 'RetryableError');
    assert.equal(seen, [1, 2], 'the third attempt is not made');
    await pause(10_000, controller.signal);
  } finally {
    time.end();
  }
});

test('work under a mutex runs one at a time, in the order asked for, whatever fails', async () => {
  const exclusive = createMutex();
  const events: string[] = [];
  const job = (name: string, turns: number, fails = false) =>
    exclusive(async () => {
      events.push(`+${name}`);
      for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
      events.push(`-${name}`);
      if (fails) throw new Error(name);
      return name;
    });
  const ended = await Promise.allSettled([job('a', 8), job('b', 1, true), job('c', 0)]);
  assert.equal(events, ['+a', '-a', '+b', '-b', '+c', '-c']);
  assert.equal(
    ended.map((one) => (one.status === 'fulfilled' ? one.value : String(one.reason))),
    ['a', 'Error: b', 'c'],
  );
});

test.run();
