import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { comparePartition, type ComparedPartition } from '../../../../infra/log/migration/compare-partition.ts';
import type { RawRecord } from '../../../../infra/log/kafka/wire/records.ts';
import type { LogRecord } from '../../../../infra/log/log.ts';
import type { TopicName } from '../../../../schemas/topics.ts';
import { runsOf } from '../../../support/runs.ts';

const test = suite('comparing a partition with its copy');

type KeptRecords = readonly RawRecord[];

const recordAt = (offset: number, key: string, text = `${key} ${offset}`): RawRecord => {
  return { offset, timestamp: offset, key: Buffer.from(key), value: Buffer.from(text), headers: {} };
};

interface Side {
  readonly low: number;
  readonly end: number;
  readonly kept: KeptRecords;
}

const whole = (kept: KeptRecords): Side => ({ low: 0, end: (kept.at(-1)?.offset ?? -1) + 1, kept });

function compare(topic: TopicName, source: Side, copy: Side): Promise<ComparedPartition> {
  return comparePartition({
    topic,
    range: { partition: 0, low: source.low, end: source.end },
    translate: async ({ value }) => value,
    source: {
      read: async ({ from, maxRecords }) => {
        const found = source.kept.filter(({ offset }) => offset >= from).slice(0, maxRecords);
        return found.map((record): LogRecord => ({ topic, partition: 0, ...record }));
      },
    },
    copy: {
      name: 'the copy',
      range: async () => ({ low: copy.low, end: copy.end }),
      read: async (from, end) => {
        assert.ok(from >= copy.low, `${from} is below ${copy.low}`);
        return copy.kept.filter(({ offset }) => offset >= from && offset < end);
      },
    },
  });
}

async function refused(topic: TopicName, source: Side, copy: Side): Promise<string> {
  try {
    return JSON.stringify(await compare(topic, source, copy));
  } catch (error) {
    return (error as Error).message;
  }
}

const five = [0, 1, 2, 3, 4].map((offset) => recordAt(offset, `key ${offset % 2}`));
const without = (...offsets: number[]): KeptRecords => five.filter(({ offset }) => !offsets.includes(offset));

test('a copy that lacks a record or differs in one is refused', async () => {
  for (const topic of ['observations', 'accounts.commands', 'asset.records'] as const) {
    assert.match(
      await refused(topic, whole(five), { ...whole(five), kept: without(4) }),
      /the copy, offset 4 is not/,
      topic,
    );
    assert.match(await refused(topic, whole(five), whole(without(4))), /offset 4 is not/, topic);
    const other = [...without(2), recordAt(2, 'key 0', 'something else')];
    assert.match(await refused(topic, whole(five), { ...whole(five), kept: other }), /offset 2 is not/, topic);
  }
  for (const topic of ['observations', 'accounts.commands'] as const) {
    assert.match(await refused(topic, whole(five), { ...whole(five), kept: without(0) }), /offset 0 is not/, topic);
  }
});

test('in a topic without retention, a copy that begins later has lost records', async () => {
  const expired = { low: 2, end: 5, kept: without(0, 1) };
  assert.match(await refused('observations', whole(five), expired), /offset 0 is not/);
});

test('in a topic with retention, records may be absent from the beginning, even all, but not from the middle', async () => {
  assert.equal(await compare('accounts.commands', whole(five), { low: 2, end: 5, kept: without(0, 1) }), {
    compared: 5,
    gone: 2,
  });
  assert.equal(await compare('dead.letters', whole(five), { low: 5, end: 5, kept: [] }), { compared: 5, gone: 5 });
  assert.match(
    await refused('dead.letters', whole(five), { low: 2, end: 5, kept: without(0, 1, 3) }),
    /offset 3 is not/,
  );
});

test('in a compacted topic, a record may be absent if the copy has a later record of its key', async () => {
  assert.equal(await compare('asset.records', whole(five), { ...whole(five), kept: without(0, 1, 2) }), {
    compared: 5,
    gone: 3,
  });
  assert.match(await refused('asset.records', whole(five), { ...whole(five), kept: without(3) }), /offset 3 is not/);
});

test('a filler may be the only remaining record of its key', async () => {
  // The original lost offset 1 to compaction; the copy repeats offset 0 there, and its brokers delete offset 0.
  const source = { ...whole(five), kept: [recordAt(0, 'one'), recordAt(2, 'two')], end: 3 };
  const filler = recordAt(1, 'one', 'one 0');
  const copy = { ...source, kept: [{ ...filler, timestamp: 0 }, recordAt(2, 'two')] };
  assert.equal(await compare('asset.records', source, copy), { compared: 2, gone: 1 });
  const wrong = { ...source, kept: [recordAt(1, 'one', 'older'), recordAt(2, 'two')] };
  assert.match(await refused('asset.records', source, wrong), /offset 1 is not/);
});

test('a random copy is accepted after any compaction and retention, and refused if any other record is absent', async () => {
  const keys = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 1, maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(keys, fc.array(fc.nat(), { maxLength: 40 }), fc.nat(), async (names, picks, lost) => {
      const all = names.map((key, offset) => recordAt(offset, key));
      const last = new Map(all.map(({ key, offset }) => [String(key), offset]));
      const superseded = new Set(picks.map((pick) => pick % all.length));
      const isNewest = ({ key, offset }: RawRecord): boolean => last.get(String(key)) === offset;
      const compacted = all.filter((record) => isNewest(record) || !superseded.has(record.offset));
      const compactedCopy = { low: 0, end: all.length, kept: compacted };
      const done = await compare('asset.subjects', whole(all), compactedCopy);
      assert.is(done.gone, all.length - compacted.length);
      const newest = compacted.filter(isNewest);
      const victim = newest[lost % newest.length];
      const poorer = { ...compactedCopy, kept: compacted.filter((record) => record !== victim) };
      assert.match(await refused('asset.subjects', whole(all), poorer), /is not as it was/);

      const low = lost % (all.length + 1);
      const expired = { low, end: all.length, kept: all.slice(low) };
      assert.is((await compare('accounts.commands', whole(all), expired)).gone, low);
      if (low === all.length) return;
      assert.match(
        await refused('accounts.commands', whole(all), { ...expired, kept: all.slice(low + 1) }),
        /not as it was/,
      );
    }),
    { numRuns: runsOf(100) },
  );
});

test.run();
