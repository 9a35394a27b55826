import kafkajs, {
  type CompressionTypes,
  type Kafka,
  type Producer,
  type RecordMetadata,
  type TopicMessages,
} from 'kafkajs';
import { backOffMs, pause } from '../../../async/async.ts';
import { RetryableError } from '../../../errors.ts';
import type { Logger } from '../../../logger.ts';
import { kafkaError } from '../client/errors.ts';
import type { KafkaTimings } from '../client/options.ts';
import type { SendableRecord } from './sendable-record.ts';

/** Sends requests one at a time. */
export interface RequestSender {
  /**
   * Resolves with the offset of each record when all are durable. Retries while brokers cannot be reached; records may then
   * be written twice. Rejects when the request can never succeed, and at close.
   */
  readonly send: (records: readonly SendableRecord[]) => Promise<readonly number[]>;
  /** Abandons requests under way. */
  readonly close: () => Promise<void>;
}

/** Compressing a smaller request costs more than it saves. */
const compressedFromBytes = 4_096;

/**
 * An idempotent producer that is discarded after any failed request. A failed request may have been written; the next
 * request of the same producer would have the same sequence numbers, and the broker would acknowledge it as a duplicate
 * without writing it. With a new producer, a record may be written twice, but none is lost.
 */
export function createSender(kafka: Kafka, timings: KafkaTimings, logger: Logger | undefined): RequestSender {
  const controller = new AbortController();
  const { signal } = controller;
  let current: Promise<Producer> | null = null;

  const discard = (producer: Promise<Producer>): void => {
    if (current === producer) current = null;
    producer.then((opened) => opened.disconnect()).catch(() => undefined);
  };

  const attempt = async (records: readonly SendableRecord[]): Promise<readonly RecordMetadata[]> => {
    const producer = (current ??= openProducer(kafka, timings));
    try {
      return await (await producer).sendBatch(requestOf(records));
    } catch (error) {
      discard(producer);
      throw error;
    }
  };

  const repeat = async (records: readonly SendableRecord[]): Promise<readonly number[]> => {
    for (let failures = 1; ; failures++) {
      if (signal.aborted) throw new RetryableError('Kafka: the log was closed before everything was appended.');
      try {
        return offsetsOf(records, await attempt(records));
      } catch (error) {
        const known = kafkaError(error, `appending to ${topicsIn(records)}`);
        if (!(known instanceof RetryableError)) throw known;
        logger?.warn({ err: known, failures }, 'an append is tried again with a new producer');
        await pause(backOffMs(timings, failures), signal);
      }
    }
  };

  return {
    send: (records) => untilAborted(repeat(records), signal),
    close: async () => {
      controller.abort();
      if (current !== null) discard(current);
    },
  };
}

async function openProducer(kafka: Kafka, { producerRetries }: KafkaTimings): Promise<Producer> {
  const producer = kafka.producer({
    idempotent: true,
    maxInFlightRequests: 1,
    allowAutoTopicCreation: false,
    retry: { retries: producerRetries, initialRetryTime: 150, maxRetryTime: 2_000 },
    createPartitioner:
      () =>
      ({ message }) =>
        message.partition ?? 0,
  });
  await producer.connect();
  return producer;
}

function requestOf(records: readonly SendableRecord[]): {
  topicMessages: TopicMessages[];
  acks: number;
  compression: CompressionTypes;
} {
  const byTopic = new Map<string, TopicMessages>();
  let bytes = 0;
  for (const record of records) {
    const topic = byTopic.get(record.kafkaTopic) ?? { topic: record.kafkaTopic, messages: [] };
    byTopic.set(record.kafkaTopic, topic);
    topic.messages.push(record.message);
    bytes += record.bytes;
  }
  const { GZIP, None } = kafkajs.CompressionTypes;
  return { topicMessages: [...byTopic.values()], acks: -1, compression: bytes < compressedFromBytes ? None : GZIP };
}

/** Records of a request have consecutive offsets from the base offset that the broker returns for the partition. */
function offsetsOf(records: readonly SendableRecord[], answers: readonly RecordMetadata[]): readonly number[] {
  const next = new Map(
    answers.map(({ topicName, partition, baseOffset }) => [`${topicName}|${partition}`, Number(baseOffset)]),
  );
  return records.map(({ kafkaTopic, partition }) => {
    const place = `${kafkaTopic}|${partition}`;
    const offset = next.get(place) ?? -1;
    if (!(offset >= 0)) throw new RetryableError(`Kafka: the broker returned no offset for ${place}`);
    next.set(place, offset + 1);
    return offset;
  });
}

const topicsIn = (records: readonly SendableRecord[]): string =>
  [...new Set(records.map((record) => record.kafkaTopic))].join(', ');

/** kafkajs retries a request without limit and cannot be cancelled: at close the request is abandoned. */
async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  let leave: () => void = () => undefined;
  const aborted = new Promise<never>((_, reject) => {
    leave = () => reject(new RetryableError('Kafka: the log was closed before everything was appended.'));
    if (signal.aborted) leave();
    signal.addEventListener('abort', leave);
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', leave);
    work.catch(() => undefined);
  }
}
