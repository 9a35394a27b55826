import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createDeferred } from '../../../infra/async/async.ts';
import type { Chunk, ConsumeOptions, Consumption, NewRecord } from '../../../infra/log/log.ts';
import type { LogFixture } from '../../contracts/log.ts';
import { reached } from '../../support/reached.ts';
import { openLogFixture } from './log-fixture.ts';

const partitions = 3;
const test = suite<{ fixture: LogFixture }>('consume');
test.before.each(async (context) => {
  context.fixture = await openLogFixture();
});
test.after.each(({ fixture }) => fixture.destroy());

/** So many records in each partition. */
const records = (count: number): readonly NewRecord[] =>
  Array.from({ length: partitions * count }, (_, index) => ({
    topic: 'changes',
    key: `key-${index}`,
    value: Buffer.from(String(index)),
    timestamp: 1,
    partition: index % partitions,
  }));

const placeOf = ({ partition, records: [first] }: Chunk): string => `${partition}/${first?.offset ?? -1}`;

const consumeChanges = (
  { log }: LogFixture,
  onChunk: ConsumeOptions['onChunk'],
  further: Partial<ConsumeOptions>,
): Consumption =>
  log.consume({ topics: ['changes'], group: null, maxRecords: 100, startAt: async () => 0, onChunk, ...further });

test('concurrent partitions: a chunk that fails ends the consumption once the others in hand are over', async ({
  fixture,
}) => {
  await fixture.log.append(records(1));
  const others = createDeferred();
  const ended: string[] = [];
  const consumption = consumeChanges(
    fixture,
    async (chunk) => {
      if (chunk.partition === 1) throw new Error('refused');
      await others.promise;
      ended.push(placeOf(chunk));
    },
    { concurrentPartitions: true },
  );
  let isOver = false;
  const done = consumption.done.catch((error: unknown) => {
    isOver = true;
    return error;
  });
  await fixture.log.append(records(1));
  assert.not.ok(isOver);
  others.resolve();
  assert.match(String(await done), 'refused');
  assert.equal(ended.toSorted(), ['0/0', '2/0']);
});

test('concurrent partitions: after a chunk that fails at once, no other one is begun', async ({ fixture }) => {
  await fixture.log.append(records(1));
  const begun: string[] = [];
  const consumption = consumeChanges(
    fixture,
    async (chunk) => {
      begun.push(placeOf(chunk));
      throw new Error('refused');
    },
    // A turn has one chunk.
    { concurrentPartitions: true, maxRecords: 1 },
  );
  assert.match(String(await consumption.done.catch((error: unknown) => error)), 'refused');
  assert.equal(begun, ['0/0']);
});

test('concurrent partitions: two whole chunks are in hand at most; a stop waits for them and begins no other', async ({
  fixture,
}) => {
  await fixture.log.append(records(2));
  const all = createDeferred();
  const begun: string[] = [];
  let ended = 0;
  const consumption = consumeChanges(
    fixture,
    async (chunk) => {
      begun.push(placeOf(chunk));
      await all.promise;
      ended += 1;
    },
    { concurrentPartitions: true, maxRecords: 1 },
  );
  await reached('two chunks', () => begun.length === 2);
  await fixture.log.append(records(1));
  const stopped = consumption.stop();
  all.resolve();
  await stopped;
  assert.is(ended, 2);
  assert.equal(begun, ['0/0', '1/0']);
});

for (const concurrentPartitions of [false, true]) {
  test(`${concurrentPartitions ? 'concurrent partitions: ' : ''}every record once, in order, chunks of a partition never overlap`, async ({
    fixture,
  }) => {
    await fixture.log.append(records(5));
    const inHand: number[] = [];
    const together = new Set<string>();
    const handed: string[] = [];
    const consumption = consumeChanges(
      fixture,
      async (chunk) => {
        inHand.push(chunk.partition);
        together.add(inHand.toSorted().join());
        handed.push(...chunk.records.map(({ offset }) => `${chunk.partition}/${offset}`));
        await fixture.log.ranges('changes');
        inHand.splice(inHand.indexOf(chunk.partition), 1);
      },
      { concurrentPartitions, maxRecords: 2 },
    );
    await reached('all records', () => handed.length === 5 * partitions);
    await consumption.stop();
    for (let partition = 0; partition < partitions; partition++) {
      const own = handed.filter((place) => place.startsWith(`${partition}/`));
      assert.equal(
        own,
        [0, 1, 2, 3, 4].map((offset) => `${partition}/${offset}`),
      );
    }
    assert.ok(
      [...together].every((set) => !/(\d),\1/.test(set)),
      [...together].join(' '),
    );
    assert.is(
      [...together].some((set) => set.includes(',')),
      concurrentPartitions,
    );
  });
}

for (const [title, perPartition, inFirstTurn] of [
  ['few records of all partitions are handed over in one turn of the event loop', 1, partitions],
  ['a turn has the records of a chunk', 4, 1],
] as const) {
  test(`concurrent partitions: ${title}`, async ({ fixture }) => {
    await fixture.log.append(records(perPartition));
    let begun = 0;
    let atFirstPromise: number | null = null;
    const consumption = consumeChanges(
      fixture,
      async () => {
        begun += 1;
        await Promise.resolve();
        atFirstPromise ??= begun;
      },
      { concurrentPartitions: true, maxRecords: 4 },
    );
    await reached('a chunk of each partition', () => begun === partitions);
    await consumption.stop();
    assert.is(atFirstPromise, inFirstTurn);
  });
}

test.run();
