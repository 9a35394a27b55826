import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { ConsumeOptions, Log, LogRecord } from '../../../infra/log/log.ts';
import { yieldBehind } from '../../../infra/log/yield-behind.ts';
import { yieldingThread } from '../../../infra/process/thread-priority.ts';
import { createDeferred } from '../../../infra/async/async.ts';

/** A log that delivers the chunks of the test, and the steps that the thread is below the process. */
function openWorld() {
  let below = 0;
  const thread = yieldingThread(5, (steps) => {
    below = steps;
    return true;
  });
  const ends: (() => void)[] = [];
  let options: ConsumeOptions | null = null;
  const log = {
    consume: (given: ConsumeOptions) => {
      options = given;
      const { promise, resolve } = createDeferred();
      ends.push(resolve);
      return { done: promise, stop: async () => resolve() };
    },
  } as unknown as Log;
  const consume = () => {
    const delivered: number[] = [];
    const consumption = yieldBehind(log, thread).consume({
      topics: ['observations', 'changes'],
      group: null,
      maxRecords: 10,
      startAt: async () => 0,
      onChunk: async () => void delivered.push(below),
    });
    const given = options as unknown as ConsumeOptions;
    const chunk = (topic: 'observations' | 'changes', last: number, end: number) =>
      given.onChunk({ topic, partition: 0, end, records: [{ offset: last } as LogRecord] });
    return { consumption, chunk, delivered, revoke: async () => given.onRevoke?.() };
  };
  return { consume, below: () => below };
}

test('a consumer yields from a chunk that leaves another whole one until one that leaves less', async () => {
  const { consume, below } = openWorld();
  const { chunk, delivered } = consume();
  await chunk('observations', 4, 5);
  await chunk('observations', 9, 20);
  await chunk('observations', 10, 20);
  await chunk('observations', 19, 20);
  assert.equal(delivered, [0, 5, 0, 0]);
  assert.is(below(), 0);
});

test('a thread yields until the last partition of its last consumer has caught up, is revoked or ends', async () => {
  const { consume, below } = openWorld();
  const [one, other] = [consume(), consume()];
  await one.chunk('observations', 0, 100);
  await one.chunk('changes', 0, 100);
  await other.chunk('changes', 0, 100);
  await one.chunk('changes', 99, 100);
  assert.is(below(), 5);
  await one.revoke();
  assert.is(below(), 5);
  await other.consumption.stop();
  await other.consumption.done;
  assert.is(below(), 0);
});

test.run();
