import { setTimeout as pause } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { requestQueuePrototype } from '../../../../../infra/log/kafka/client/internals.ts';
import { stopIdleTimers } from '../../../../../infra/log/kafka/client/request-queue.ts';
import { createWatchdog, keepBeating } from '../../../../../infra/log/kafka/group/liveness.ts';
import { until } from '../../../../support/within.ts';

const cases: readonly (readonly [
  title: string,
  busy: boolean,
  lag: () => Promise<number>,
  signs: boolean,
  stalls: boolean,
])[] = [
  ['silence with records waiting is a stall', false, async () => 7, false, true],
  ['silence with nothing waiting is none', false, async () => 0, false, false],
  ['brokers that cannot be asked are none', false, () => Promise.reject(new Error('gone')), false, false],
  ['a chunk in hand is none', true, async () => 7, false, false],
  ['fetches that find nothing are none', false, async () => 7, true, false],
];
for (const [title, busy, lag, signs, stalls] of cases) {
  test(title, async () => {
    const told: number[] = [];
    const dog = createWatchdog({ stallMs: 120, isBusy: () => busy, lag, onStall: (left) => void told.push(left) });
    for (let n = 0; n < 20; n++) {
      await pause(10);
      if (signs) dog.sign();
    }
    if (stalls) await until('the stall', () => told.length > 0, 5);
    dog.stop();
    assert.equal(told.slice(0, 1), stalls ? [7] : []);
  });
}

test('a failed heartbeat is thrown after the current work, and heartbeats continue meanwhile', async () => {
  let beats = 0;
  const beating = keepBeating(async () => {
    if (++beats === 2) throw new Error('REBALANCE');
  }, 10);
  beating.check();
  await until('heartbeats after the failed one', () => beats > 3, 5);
  assert.throws(() => beating.check(), 'REBALANCE');
  beating.stop();
});

test('an idle request queue sets no timer, and a waiting one sets one', async () => {
  stopIdleTimers();
  const { scheduleCheckPendingRequests } = requestQueuePrototype();
  const checks: number[] = [];
  const queue = (pending: readonly unknown[], throttledUntil = -1) => ({
    pending,
    throttledUntil,
    throttleCheckTimeoutId: null as NodeJS.Timeout | null,
    checkPendingRequests: () => void checks.push(Date.now()),
  });
  const idle = queue([]);
  scheduleCheckPendingRequests.call(idle);
  assert.is(idle.throttleCheckTimeoutId, null);
  const begun = Date.now();
  scheduleCheckPendingRequests.call(queue(['a'], begun + 50));
  const waiting = queue(['a']);
  scheduleCheckPendingRequests.call(waiting);
  scheduleCheckPendingRequests.call(waiting);
  await pause(90);
  assert.is(checks.length, 2);
  assert.ok((checks[1] ?? 0) - begun >= 48, 'a throttled one waits for as long as the broker said');
});

test.run();
