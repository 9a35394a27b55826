import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createDelivery, type Reading } from '../../../../../infra/log/kafka/consume/delivery.ts';
import type { FetchedBatch } from '../../../../../infra/log/kafka/wire/records.ts';
import type { ConsumeOptions } from '../../../../../infra/log/log.ts';
import { pause } from '../../../../../infra/async/async.ts';
import { startVirtualTime, type VirtualTime } from '../../../../support/virtual-time.ts';

let time: VirtualTime;
test.before.each(() => {
  time = startVirtualTime();
});
test.after.each(() => time.end());

const always = { isCurrent: () => true, afterChunk: async () => undefined };

const reading = (partition: number, next: number, end: number): Reading => ({
  topic: 'changes',
  kafkaTopic: 'changes',
  partition,
  next,
  end,
});

const batchOf = (partition: number, from: number, count: number, end = from + count): FetchedBatch => ({
  kafkaTopic: 'changes',
  partition,
  from,
  next: from + count,
  end,
  records: Array.from({ length: count }, (_, n) => {
    return { offset: from + n, timestamp: 0, key: null, value: Buffer.from(String(from + n)), headers: {} };
  }),
});

interface SeenChunks {
  readonly chunks: number[][];
  caughtUp: number;
}

function handlers(seen: SeenChunks, maxRecords: number): Pick<ConsumeOptions, 'maxRecords' | 'onChunk' | 'onCaughtUp'> {
  return {
    maxRecords,
    onChunk: async ({ records }) => {
      seen.chunks.push(records.map(({ offset }) => offset));
      await pause(1);
    },
    onCaughtUp: async () => {
      seen.caughtUp++;
    },
  };
}

test('delivered records are not delivered again', async () => {
  const seen: SeenChunks = { chunks: [], caughtUp: 0 };
  const delivery = createDelivery(handlers(seen, 10), new AbortController().signal);
  const one = reading(0, 3, 5);
  await delivery.assign(async () => [one]);
  await time.during(delivery.deliver(one, batchOf(0, 0, 5), always));
  await time.during(delivery.deliver(one, batchOf(0, 0, 5), always));
  assert.equal(seen.chunks, [[3, 4]]);
  assert.is(seen.caughtUp, 1);
});

test('after a revocation, the current chunk is finished and nothing more is delivered or committed', async () => {
  const seen: SeenChunks = { chunks: [], caughtUp: 0 };
  const delivery = createDelivery(handlers(seen, 2), new AbortController().signal);
  const one = reading(0, 0, 6);
  await delivery.assign(async () => [one]);
  let current = true;
  const after: number[] = [];
  const delivered = delivery.deliver(one, batchOf(0, 0, 6), {
    isCurrent: () => current,
    afterChunk: async (last) => void after.push(last),
  });
  current = false;
  await time.during(delivered);
  assert.equal(seen.chunks, []);
  assert.equal(after, []);
  assert.is(seen.caughtUp, 0);
});

test('startAt is called only after the current chunk', async () => {
  const order: string[] = [];
  const delivery = createDelivery(
    {
      maxRecords: 10,
      onChunk: async () => {
        order.push('begin');
        await pause(20);
        order.push('end');
      },
    },
    new AbortController().signal,
  );
  const one = reading(0, 0, 3);
  await delivery.assign(async () => [one]);
  const delivered = delivery.deliver(one, batchOf(0, 0, 3), always);
  await time.during(
    delivery.assign(async () => {
      order.push('positions');
      return [];
    }),
  );
  await time.during(delivered);
  assert.equal(order, ['begin', 'end', 'positions']);
});

for (const concurrent of [false, true]) {
  const name = concurrent ? 'concurrent partitions: chunks of one partition never overlap' : 'chunks never overlap';
  test(`${name}, and startAt is called between chunks`, async () => {
    const inHand: number[] = [];
    const together = new Set<string>();
    const delivery = createDelivery(
      {
        maxRecords: 1,
        concurrentPartitions: concurrent,
        onChunk: async ({ partition }) => {
          inHand.push(partition);
          together.add(inHand.toSorted().join(' and '));
          await pause(5);
          inHand.splice(inHand.indexOf(partition), 1);
        },
      },
      new AbortController().signal,
    );
    const readings = [reading(0, 0, 4), reading(1, 0, 4)];
    await delivery.assign(async () => readings);
    const delivered = readings.flatMap((one) => [
      delivery.deliver(one, batchOf(one.partition, 0, 2, 4), always),
      delivery.deliver(one, batchOf(one.partition, 2, 2), always),
    ]);
    await time.advance(3);
    await time.during(
      delivery.assign(async () => {
        assert.equal(inHand, []);
        return readings;
      }),
    );
    await time.during(Promise.all(delivered));
    assert.is(together.has('0 and 1'), concurrent);
    for (const one of together) assert.ok(['0', '1', '0 and 1'].includes(one), one);
  });
}

test('concurrent partitions: a failed chunk does not affect other partitions, and its own continues', async () => {
  const handed: string[] = [];
  const delivery = createDelivery(
    {
      maxRecords: 1,
      concurrentPartitions: true,
      onChunk: async ({ partition, records }) => {
        await pause(2);
        const offset = records[0]?.offset ?? -1;
        handed.push(`${partition}/${offset}`);
        if (partition === 0 && offset === 0 && handed.filter((one) => one === '0/0').length === 1)
          throw new Error('no');
      },
    },
    new AbortController().signal,
  );
  const readings = [reading(0, 0, 2), reading(1, 0, 2)] as const;
  await delivery.assign(async () => readings);
  const [first, second] = readings.map((one) => delivery.deliver(one, batchOf(one.partition, 0, 2), always));
  const error = await time.during(Promise.resolve(first).catch((reason: unknown) => reason));
  assert.instance(error, Error);
  await time.during(Promise.resolve(second));
  assert.is(readings[0].next, 0);
  await time.during(delivery.deliver(readings[0], batchOf(0, 0, 2), always));
  assert.equal(handed.toSorted(), ['0/0', '0/0', '0/1', '1/0', '1/1']);
});

test('after a complete read, delivery lingers after the first new record', async () => {
  const seen: SeenChunks = { chunks: [], caughtUp: 0 };
  const delivery = createDelivery({ ...handlers(seen, 10), lingerMs: 30 }, new AbortController().signal);
  const one = reading(0, 0, 0);
  await delivery.assign(async () => [one]);
  const begun = time.now();
  assert.is(await time.during(delivery.deliver(one, batchOf(0, 0, 1), always)), false);
  assert.is(time.now() - begun, 30);
  assert.is(await time.during(delivery.deliver(one, batchOf(0, 0, 4), always)), true);
  assert.equal(seen.chunks, [[0, 1, 2, 3]]);
  assert.is(seen.caughtUp, 2);
});

test('a batch with only control records counts as read', async () => {
  const seen: SeenChunks = { chunks: [], caughtUp: 0 };
  const delivery = createDelivery(handlers(seen, 10), new AbortController().signal);
  const one = reading(0, 0, 2);
  await delivery.assign(async () => [one]);
  assert.is(seen.caughtUp, 0);
  await delivery.passOver(one, 2, 2);
  assert.is(seen.caughtUp, 1);
});

test.run();
