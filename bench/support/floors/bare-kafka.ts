import { setTimeout as pause } from 'node:timers/promises';
import kafkajs, { type Kafka, type Message, type Producer, type TopicMessages } from 'kafkajs';
import { stopIdleTimers } from '../../../infra/log/kafka/client/request-queue.ts';

/** The reads and writes of a fold: the input range of each partition, and the requests that answer its records. */
export interface BareTask {
  readonly brokers: readonly string[];
  /** Topic by its full name, and the first and end offset of each partition. */
  readonly input: { readonly topic: string; readonly from: readonly number[]; readonly to: readonly number[] };
  /** The requests to send after the records of a partition from `begin` up to `end` were read. */
  readonly answer: (partition: number, begin: number, end: number) => readonly BareRecord[];
  readonly compressed: boolean;
}

export interface BareRecord extends Message {
  readonly topic: string;
  readonly partition: number;
}

/** The client alone. */
export function bareClient(brokers: readonly string[]): Kafka {
  stopIdleTimers();
  return new kafkajs.Kafka({ brokers: [...brokers], logLevel: kafkajs.logLevel.NOTHING });
}

/** As durable as the log's own producer: idempotent, one request at a time; messages name their partition. */
export const bareProducer = (kafka: Kafka): Producer =>
  kafka.producer({
    idempotent: true,
    maxInFlightRequests: 1,
    createPartitioner:
      () =>
      ({ message }) =>
        message.partition ?? 0,
  });

/** Maximum number of records in one request. */
const requestRecords = 1_000;

/**
 * Seconds of kafkajs alone to read a range of a topic as a member of a group and to send other records for it: partitions
 * in parallel, an idempotent producer, acknowledged by all replicas, nothing decoded. Measured from the first batch to the
 * last acknowledgement.
 */
export async function consumeAndProduce({ brokers, input, answer, compressed }: BareTask): Promise<number> {
  const kafka = bareClient(brokers);
  const producer = bareProducer(kafka);
  const consumer = kafka.consumer({
    groupId: `bare-${process.pid}-${performance.now()}`,
    maxWaitTimeInMs: 250,
    maxBytesPerPartition: 2 ** 20,
    maxBytes: 16 * 2 ** 20,
  });
  const next = [...input.from];
  const isDone = (): boolean => next.every((offset, partition) => offset >= (input.to[partition] ?? 0));
  let first = 0;
  let last = 0;
  let failure: Error | null = null;
  await Promise.all([producer.connect(), consumer.connect()]);
  const compression = compressed ? kafkajs.CompressionTypes.GZIP : kafkajs.CompressionTypes.None;
  await consumer.subscribe({ topics: [input.topic], fromBeginning: true });
  consumer.on(consumer.events.GROUP_JOIN, () => {
    for (const [partition, offset] of input.from.entries()) {
      consumer.seek({ topic: input.topic, partition, offset: String(offset) });
    }
  });
  await consumer.run({
    autoCommit: false,
    partitionsConsumedConcurrently: input.from.length,
    eachBatch: async (payload) => {
      const { batch } = payload;
      if (first === 0) first = performance.now();
      const { partition } = batch;
      const end = Math.min(Number(batch.lastOffset()) + 1, input.to[partition] ?? 0);
      try {
        for (let begin = next[partition] ?? 0; begin < end; begin = next[partition] ?? end) {
          const upTo = Math.min(end, begin + requestRecords);
          const records = answer(partition, begin, upTo);
          if (records.length > 0) await producer.sendBatch({ acks: -1, compression, topicMessages: byTopic(records) });
          next[partition] = upTo;
          await payload.heartbeat();
        }
        last = performance.now();
      } catch (error) {
        failure = error instanceof Error ? error : new Error(String(error));
      }
    },
  });
  const failed = (): Error | null => failure;
  while (!isDone() && failed() === null) await pause(5);
  await Promise.all([consumer.disconnect(), producer.disconnect()]);
  const error = failed();
  if (error !== null) throw error;
  return (last - first) / 1000;
}

function byTopic(records: readonly BareRecord[]): TopicMessages[] {
  const topics = new Map<string, Message[]>();
  for (const { topic, ...message } of records) {
    const messages = topics.get(topic) ?? [];
    topics.set(topic, messages);
    messages.push(message);
  }
  return [...topics].map(([topic, messages]) => ({ topic, messages }));
}
