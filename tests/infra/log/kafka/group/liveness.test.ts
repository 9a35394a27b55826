import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { requestQueuePrototype } from '../../../../../infra/log/kafka/client/internals.ts';
import { stopIdleTimers } from '../../../../../infra/log/kafka/client/request-queue.ts';
import { createWatchdog, keepBeating } from '../../../../../infra/log/kafka/group/liveness.ts';
import { withVirtualTime } from '../../../../support/virtual-time.ts';

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
  test(title, () =>
    withVirtualTime(async (time) => {
      const stalled: number[] = [];
      const dog = createWatchdog({ stallMs: 120, isBusy: () => busy, lag, onStall: (left) => void stalled.push(left) });
      for (let n = 0; n < 20; n++) {
        await time.advance(10);
        if (signs) dog.sign();
      }
      dog.stop();
      assert.equal(stalled, stalls ? [7] : []);
    }),
  );
}

test('a failed heartbeat is thrown after the current work, and heartbeats continue meanwhile', () =>
  withVirtualTime(async (time) => {
    let beats = 0;
    const beating = keepBeating(async () => {
      if (++beats === 2) throw new Error('REBALANCE');
    }, 10);
    beating.check();
    await time.advance(40);
    assert.is(beats, 4);
    assert.throws(() => beating.check(), 'REBALANCE');
    beating.stop();
  }));

test('an idle request queue sets no timer, and a waiting one sets one', () =>
  withVirtualTime(async (time) => {
    stopIdleTimers();
    const { scheduleCheckPendingRequests } = requestQueuePrototype();
    const checks: number[] = [];
    const queue = (pending: readonly unknown[], throttledUntil = -1) => ({
      pending,
      throttledUntil,
      throttleCheckTimeoutId: null as NodeJS.Timeout | null,
      checkPendingRequests: () => void checks.push(time.now()),
    });
    const idle = queue([]);
    scheduleCheckPendingRequests.call(idle);
    assert.is(idle.throttleCheckTimeoutId, null);
    const begun = time.now();
    scheduleCheckPendingRequests.call(queue(['a'], begun + 50));
    const waiting = queue(['a']);
    scheduleCheckPendingRequests.call(waiting);
    scheduleCheckPendingRequests.call(waiting);
    await time.advance(90);
    assert.is(checks.length, 2);
    assert.is((checks[1] ?? 0) - begun, 50, 'a throttled one waits as long as the broker stated');
  }));

test.run();
