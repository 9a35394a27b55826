import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createRateLimiter } from '../../../infra/rpc/rate.ts';

const afterTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('requests beyond the reserve of a second wait for their turn', async () => {
  const limiter = createRateLimiter(100, Date.now);
  const before = Date.now();
  const atOnce = await Promise.race([limiter.take(100).then(() => true), afterTurn().then(() => false)]);
  assert.ok(atOnce, 'the reserve is there at once, and not after a second');
  await limiter.take(20);
  await limiter.take(1);
  assert.ok(Date.now() - before >= 180, 'the request after it waits for what the batch was above the rate');
});

test('without a rate nothing waits, except for what the provider asked', async () => {
  const limiter = createRateLimiter(null, Date.now);
  const before = Date.now();
  // At any rate of requests a second this would take minutes.
  for (let count = 0; count < 1_000; count += 1) await limiter.take(100);
  limiter.holdFor(100);
  await limiter.take(1);
  assert.ok(Date.now() - before >= 95);
});

test('a clock that is set back lengthens no wait', async () => {
  let now = 1_000_000;
  const limiter = createRateLimiter(10, () => now);
  await limiter.take(5);
  limiter.holdFor(0);
  now -= 300_000;
  assert.ok(await Promise.race([limiter.take(1).then(() => true), afterTurn().then(() => false)]));
});

test('an abort ends the wait', async () => {
  const limiter = createRateLimiter(1, Date.now);
  await limiter.take(1_000);
  await limiter.take(1, AbortSignal.timeout(20));
});

test.run();
