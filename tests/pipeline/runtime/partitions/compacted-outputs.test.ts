import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { ConsumeOptions, LogRecord, NewRecord } from '../../../../infra/log/log.ts';
import type { StateCommit, StateStore } from '../../../../infra/state/store.ts';
import type { AssignedPartition } from '../../../../pipeline/runtime/partitions/assignments.ts';
import { createCompactedOutputs } from '../../../../pipeline/runtime/partitions/compacted-outputs.ts';
import type { BatchResult } from '../../../../pipeline/runtime/batch.ts';

const topic = 'asset.records';

const copy = (text: string, key = 'asset'): NewRecord => ({ topic, key, value: Buffer.from(text), timestamp: 0 });

const made = (record: NewRecord): BatchResult => ({
  commit: { partition: 0, writes: new Map(), positions: [], outputs: [record] },
  made: [record],
  parked: 0,
  halted: false,
});

const recordOf = (text: string, offset: number, key = 'asset'): LogRecord => ({
  topic,
  partition: 0,
  offset,
  timestamp: 0,
  headers: {},
  key: Buffer.from(key),
  value: Buffer.from(text),
});

/** The copies have no schema. */
const codec = { prepare: async () => undefined };

/** A topic in memory, and state beside it; outputs are there a moment before the state is, as on Kafka. */
function openWorld() {
  const written: string[] = [];
  const state = new Map<string, Buffer>();
  let tail: ConsumeOptions['onChunk'] = async () => undefined;
  const log = {
    ranges: async () => [{ partition: 0, low: 0, end: written.length }],
    read: async ({ from }: { from: number }) => written.slice(from).map((text, at) => recordOf(text, from + at)),
    consume: ({ onChunk }: ConsumeOptions) => {
      tail = onChunk;
      return { stop: async () => undefined, done: new Promise<void>(() => undefined) };
    },
  };
  const store = {
    get: (_: number, key: string) => state.get(key),
    entries: (_: number, prefix: string) => [...state].filter(([key]) => key.startsWith(prefix)),
    commit: async ({ outputs, writes }: StateCommit) => {
      for (const { value } of outputs) written.push(value.toString());
      for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
      for (const [key, value] of writes) if (value !== null) state.set(key, value);
    },
  };
  const others = async (text: string): Promise<void> => {
    written.push(text);
    const records = [recordOf(text, written.length - 1)];
    await tail({ topic, partition: 0, records, end: written.length });
  };
  const follow = (...records: readonly LogRecord[]): Promise<void> =>
    tail({ topic, partition: 0, records, end: (records.at(-1)?.offset ?? -1) + 1 });
  return { written, log, store: store as unknown as StateStore, others, follow };
}

test('a copy that a former owner writes is replaced by the newest one, also while that is being made', async () => {
  const { written, log, store, others } = openWorld();
  const supervision = { retry: <T>(work: () => Promise<T>) => work(), signal: new AbortController().signal };
  const copies = createCompactedOutputs({ log, codec } as never, store, [topic], supervision as never);
  const assignment = { committed: null, shared: true, retained: false, isOwned: () => true };
  const given: AssignedPartition = { assignment, emittedUpTo: 0, completeUpTo: 0 };
  await copies.onLive(0, given);
  await copies.commit(given, made(copy('first')), 'all');
  await others('older');
  assert.equal(written, ['first', 'older', 'first']);
  await Promise.all([copies.commit(given, made(copy('second')), 'all'), others('older still')]);
  assert.is(written.at(-1), 'second', written.join(', '));
});

test('one that comes between two assignments is written over when the partition is given back, kept as it was', async () => {
  const { written, log, store, others } = openWorld();
  const supervision = { retry: <T>(work: () => Promise<T>) => work(), signal: new AbortController().signal };
  const copies = createCompactedOutputs({ log, codec } as never, store, [topic], supervision as never);
  let isOwned = true;
  const given = (retained: boolean): AssignedPartition => {
    return {
      assignment: { committed: null, shared: true, retained, isOwned: () => isOwned },
      emittedUpTo: 0,
      completeUpTo: 0,
    };
  };
  const before = given(false);
  await copies.onLive(0, before);
  await copies.commit(before, made(copy('first')), 'all');
  isOwned = false;
  await others('older');
  assert.equal(written, ['first', 'older']);
  isOwned = true;
  await copies.onLive(0, given(true));
  assert.equal(written, ['first', 'older', 'first']);
});

/** Own records are at offsets 0 and 1; another owner has repeated the first at 2, and compaction removed both. */
for (const [what, behind, isRepaired] of [
  ['a later own record of another key shows that the newest one is gone', recordOf('third', 3, 'other'), true],
  ['the newest one may be still to come', recordOf('second', 3), false],
] as const) {
  test(`an own record that a former owner repeats: ${what}`, async () => {
    const { written, log, store, follow } = openWorld();
    const supervision = { retry: <T>(work: () => Promise<T>) => work(), signal: new AbortController().signal };
    const copies = createCompactedOutputs({ log, codec } as never, store, [topic], supervision as never);
    const assignment = { committed: null, shared: true, retained: false, isOwned: () => true };
    const given: AssignedPartition = { assignment, emittedUpTo: 0, completeUpTo: 0 };
    await copies.onLive(0, given);
    for (const one of [copy('first'), copy('second'), copy('third', 'other')]) {
      await copies.commit(given, made(one), 'all');
    }
    await follow(recordOf('first', 2));
    assert.equal(written, ['first', 'second', 'third'], 'it may be the own one, and the others on their way');
    await follow(behind);
    assert.equal(written.slice(3), isRepaired ? ['second'] : []);
  });
}

test.run();
