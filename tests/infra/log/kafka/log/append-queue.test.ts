import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createAppendQueue } from '../../../../../infra/log/kafka/log/append-queue.ts';
import type { PreparedRecord } from '../../../../../infra/log/kafka/log/prepare.ts';
import type { SendableRecord } from '../../../../../infra/log/kafka/wire/sendable-record.ts';
import type { RequestSender } from '../../../../../infra/log/kafka/wire/producer.ts';
import { sliceLength } from '../../../../../infra/log/kafka/log/request-slice.ts';
import { runsOf } from '../../../../support/runs.ts';

const record = (value: string, partition = 0, bytes = 100): PreparedRecord => ({
  topic: 'changes',
  environment: 'data',
  kafkaTopic: 'changes',
  partition,
  bytes,
  message: { key: 'k', value, partition },
});

/** Records its requests; rejects those with the value "bad". */
function fakeSender(): RequestSender & { readonly sent: string[][]; closed: boolean } {
  const sent: string[][] = [];
  let offset = 0;
  return {
    sent,
    closed: false,
    async send(records: readonly SendableRecord[]) {
      for (let turns = 10; turns > 0; turns -= 1) await Promise.resolve();
      const values = records.map(({ message }) => String(message.value));
      if (values.includes('bad')) throw new Error('refused');
      sent.push(values);
      return records.map(() => offset++);
    },
    async close() {
      this.closed = true;
    },
  };
}

test('an append that can never be sent does not fail the others of its request', async () => {
  const sender = fakeSender();
  const queue = createAppendQueue(sender);
  await queue.append([record('first')]);
  const results = await Promise.allSettled([
    queue.append([record('a'), record('b')]),
    queue.append([record('c'), record('bad')]),
    queue.append([record('d')]),
  ]);
  assert.equal(
    results.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  );
  assert.equal(sender.sent.flat(), ['first', 'a', 'b', 'd']);
});

test('an empty append resolves at once', async () => {
  assert.equal(await createAppendQueue(fakeSender()).append([]), []);
});

test('an append that failed in its first request sends no further request', async () => {
  const sender = fakeSender();
  const many = Array.from({ length: 3_000 }, (_, n) => record(n === 5 ? 'bad' : String(n)));
  const queue = createAppendQueue(sender);
  await queue.append(many).then(
    () => assert.unreachable(),
    () => undefined,
  );
  await queue.append([record('next')]);
  assert.equal(sender.sent, [['next']]);
});

test('records keep their order, are sent once and get their offsets', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 1_500 }), { maxLength: 12 }), async (sizes) => {
      const sender = fakeSender();
      const queue = createAppendQueue(sender);
      let n = 0;
      const appends = sizes.map((size) => queue.append(Array.from({ length: size }, () => record(String(n++)))));
      const positions = (await Promise.all(appends)).flat();
      assert.equal(
        sender.sent.flat(),
        Array.from({ length: n }, (_, index) => String(index)),
      );
      assert.equal(
        positions.map(({ offset }) => offset),
        Array.from({ length: n }, (_, index) => index),
      );
      assert.ok(sender.sent.every((request) => request.length <= 1_000));
    }),
    { numRuns: runsOf(20) },
  );
});

test('a request has at most one batch of allowed size per partition', () => {
  assert.is(sliceLength([]), 0);
  assert.is(sliceLength([record('large', 0, 7_000_000), record('b')]), 1);
  assert.is(sliceLength(Array.from({ length: 10 }, () => record('a', 0, 300_000))), 3);
  assert.is(sliceLength(Array.from({ length: 10 }, (_, n) => record('a', n % 2, 300_000))), 6);
  assert.is(sliceLength(Array.from({ length: 30 }, (_, n) => record('a', n, 300_000))), 13);
  assert.is(sliceLength(Array.from({ length: 3_000 }, (_, n) => record('a', n % 7, 10))), 1_000);
});

test('consecutive records with one key stay in one request, unless they fill it', () => {
  const keyed = (key: string, at = 0): PreparedRecord => {
    const one = record('a', at, 10);
    return { ...one, message: { ...one.message, key: Buffer.from(key) } };
  };
  const runs = (length: number): PreparedRecord[] =>
    Array.from({ length: 3_000 }, (_, n) => keyed(`key ${Math.floor(n / length)}`));
  assert.is(sliceLength(runs(7)), 994);
  assert.is(sliceLength(runs(1)), 1_000);
  assert.is(sliceLength(runs(10)), 1_000);
  assert.is(sliceLength(runs(3_000)), 1_000);
  assert.is(sliceLength([keyed('other'), ...runs(3_000)]), 1_000);
});

test('close waits for appends under way', async () => {
  const sender = fakeSender();
  const queue = createAppendQueue(sender);
  const append = queue.append([record('a')]);
  await queue.close(1_000);
  assert.is((await append).length, 1);
  assert.ok(sender.closed);
});

test.run();
