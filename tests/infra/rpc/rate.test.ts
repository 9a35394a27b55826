import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createRateLimiter, type RateLimiter } from '../../../infra/rpc/rate.ts';
import { type VirtualTime, withVirtualTime } from '../../support/virtual-time.ts';

/** Milliseconds until so many requests may be sent. */
async function waitOf(time: VirtualTime, limiter: RateLimiter, count = 1): Promise<number> {
  const before = time.now();
  await time.during(limiter.take(count));
  return time.now() - before;
}

test('requests beyond the reserve of a second wait for their turn', () =>
  withVirtualTime(async (time) => {
    const limiter = createRateLimiter(100, time.now);
    for (const count of [100, 20]) {
      // The clock moves a millisecond a turn, and the request may take a turn.
      assert.ok((await waitOf(time, limiter, count)) <= 1, 'the reserve is there at once, and not after a second');
    }
    const wait = await waitOf(time, limiter);
    assert.ok(wait >= 197 && wait <= 200, `${wait}: the request after it waits for what the batch was above the rate`);
  }));

test('without a rate nothing waits, except for what the provider asked', () =>
  withVirtualTime(async (time) => {
    const limiter = createRateLimiter(null, time.now);
    // At any rate of requests a second this would take minutes.
    for (let count = 0; count < 1_000; count += 1) await limiter.take(100);
    limiter.holdFor(100);
    assert.is(await waitOf(time, limiter), 100);
  }));

test('a clock that is set back lengthens no wait', () =>
  withVirtualTime(async (time) => {
    let backMs = 0;
    const limiter = createRateLimiter(10, () => time.now() - backMs);
    await limiter.take(5);
    limiter.holdFor(0);
    backMs = 300_000;
    assert.ok((await waitOf(time, limiter)) <= 1, 'it may take a turn');
  }));

test('an abort ends the wait', async () => {
  const limiter = createRateLimiter(1, () => 0);
  await limiter.take(1_000);
  const controller = new AbortController();
  const waiting = limiter.take(1, controller.signal);
  controller.abort();
  await waiting;
});

test.run();
