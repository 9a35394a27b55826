import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { RetryableError } from '../../../../../infra/errors.ts';
import type { Cluster, FetchRequest } from '../../../../../infra/log/kafka/client/internals.ts';
import { createReader } from '../../../../../infra/log/kafka/wire/reader.ts';

const test = suite('reading a Kafka partition');

interface Answer {
  /** Null: the response lacks the partition. */
  readonly offsets: readonly number[] | null;
  readonly highWatermark?: number;
  readonly lastStableOffset?: number;
}

interface FetchRange {
  readonly from: number;
  readonly maxBytes: number;
}

const message = (offset: number): object => ({
  offset: String(offset),
  timestamp: '0',
  key: Buffer.from('k'),
  value: Buffer.from(String(offset)),
  headers: {},
});

/** One broker with one partition. */
function clusterOf(answer: (asked: FetchRange, times: number) => Answer, asked: FetchRange[] = []): Cluster {
  const fetch = async ({ topics }: FetchRequest): Promise<never> => {
    const [topic] = topics;
    const [wanted] = topic?.partitions ?? [];
    const one = { from: Number(wanted?.fetchOffset), maxBytes: wanted?.maxBytes ?? 0 };
    asked.push(one);
    const { offsets, highWatermark = 10, lastStableOffset = highWatermark } = answer(one, asked.length);
    const partition = {
      partition: 0,
      highWatermark: String(highWatermark),
      lastStableOffset: String(lastStableOffset),
      abortedTransactions: [],
      messages: (offsets ?? []).map(message),
    };
    return { responses: offsets === null ? [] : [{ topicName: 't', partitions: [partition] }] } as never;
  };
  const nothing = async (): Promise<void> => undefined;
  return {
    connect: nothing,
    disconnect: nothing,
    brokerPool: {
      seedBroker: { versions: null, connectionPool: { send: () => Promise.reject(new Error('not used')) } },
    },
    addMultipleTargetTopics: nothing,
    refreshMetadata: nothing,
    refreshMetadataIfNecessary: nothing,
    findLeaderForPartitions: () => ({ 1: [0] }),
    findBroker: async () => ({ fetch }),
    findGroupCoordinator: () => Promise.reject(new Error('not used')),
    fetchTopicsOffset: async () => [{ topic: 't', partitions: [{ partition: 0, offset: '0' }] }],
  };
}

const read = async (cluster: Cluster, from = 0, end = 10): Promise<readonly number[]> => {
  const reader = createReader(() => cluster);
  try {
    const records = await reader.read({ kafkaTopic: 't', partition: 0, from, end, maxRecords: 100 });
    return records.map(({ offset }) => offset);
  } finally {
    await reader.close();
  }
};

const all = Array.from({ length: 10 }, (_, offset) => offset);
const from = (first: number): readonly number[] => all.slice(first);

/** The error of a read that should reach the end. */
const failure = async (cluster: Cluster): Promise<unknown> => read(cluster).catch((error: unknown) => error);

test('a partition missing from the response is not treated as empty', async () => {
  const error = await failure(clusterOf(() => ({ offsets: null })));
  assert.instance(error, RetryableError);
  assert.match(String(error), /t\|0 should have records from 0 to 10, and gives none/);
});

test('a new leader that does not know its end offset yet is retried', async () => {
  assert.instance(await failure(clusterOf(() => ({ offsets: [], highWatermark: 0 }))), RetryableError);
  const late = clusterOf((_, times) => (times < 5 ? { offsets: [], highWatermark: 0 } : { offsets: all }));
  assert.equal(await read(late), all);
});

test('records behind an open transaction are not treated as deleted', async () => {
  const held = clusterOf(({ from: at }) => ({ offsets: at < 4 ? from(at).slice(0, 4 - at) : [], lastStableOffset: 4 }));
  assert.instance(await failure(held), RetryableError);
});

test('a compacted end is skipped, and so is a gap', async () => {
  assert.equal(
    await read(clusterOf(({ from: at }) => ({ offsets: from(at).filter((offset) => offset < 6) }))),
    from(0).slice(0, 6),
  );
  assert.equal(await read(clusterOf(() => ({ offsets: [] }))), []);
  const hole = clusterOf(({ from: at }) => ({ offsets: from(at).filter((offset) => offset < 2 || offset > 7) }));
  assert.equal(await read(hole), [0, 1, 8, 9]);
});

test('a large batch behind an emptied one is requested with more bytes', async () => {
  const asked: FetchRange[] = [];
  // The response has the header of the emptied batch and a truncated part of the next one.
  const cluster = clusterOf(
    ({ from: at, maxBytes }) => ({ offsets: maxBytes < 2_000_000 ? [] : from(Math.max(at, 3)) }),
    asked,
  );
  assert.equal(await read(cluster), from(3));
  assert.ok(asked.length <= 4);
});

test.run();
