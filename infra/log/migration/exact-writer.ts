import kafkajs, { type Kafka, type Message, type Producer } from 'kafkajs';
import { backOffMs, pause } from '../../async/async.ts';
import { RetryableError, UsageError } from '../../errors.ts';
import type { Logger } from '../../logger.ts';
import { kafkaError } from '../kafka/client/errors.ts';
import type { KafkaTimings } from '../kafka/client/options.ts';
import type { KafkaReader, Place } from '../kafka/wire/reader.ts';

/** Writes records at given offsets. */
export interface ExactWriter {
  /**
   * Appends messages to a partition that ends at `offset`; resolves when they are durable at the offsets from there on. After
   * a failed attempt, the end of the partition shows whether it was written, so nothing is written twice. Throws UsageError
   * when the offsets are taken.
   */
  readonly append: (place: Place, offset: number, messages: readonly Message[]) => Promise<void>;
  readonly close: () => Promise<void>;
}

interface WriterOptions {
  readonly kafka: Kafka;
  readonly reader: KafkaReader;
  readonly timings: KafkaTimings;
  readonly logger: Logger | undefined;
}

/** Brokers may be unreachable for about ten minutes; after that, the operator repeats the command. */
const mostFailures = 120;

export function createExactWriter({ kafka, reader, timings, logger }: WriterOptions): ExactWriter {
  let current: Promise<Producer> | null = null;

  const attempt = async ({ kafkaTopic, partition }: Place, messages: readonly Message[]): Promise<number> => {
    const producer = (current ??= open(kafka));
    try {
      const answers = await (await producer).send({
        topic: kafkaTopic,
        messages: messages.map((message) => ({ ...message, partition })),
        acks: -1,
        compression: kafkajs.CompressionTypes.GZIP,
      });
      return Number(answers[0]?.baseOffset ?? -1);
    } catch (error) {
      current = null;
      producer.then((opened) => opened.disconnect()).catch(() => undefined);
      throw error;
    }
  };

  const endOf = async ({ kafkaTopic, partition }: Place): Promise<number> =>
    (await reader.ranges(kafkaTopic, [partition]))[0]?.end ?? 0;

  return {
    append: async (place, offset, messages) => {
      for (let failures = 1; ; failures += 1) {
        try {
          const written = await attempt(place, messages);
          if (written === offset) return;
          throw otherOffset(place, offset, written);
        } catch (error) {
          const known = kafkaError(error, `copying to ${place.kafkaTopic}`);
          if (!(known instanceof RetryableError) || failures === mostFailures) throw known;
          logger?.warn({ err: known, failures }, 'a piece of the copy is tried again');
          await pause(backOffMs(timings, failures));
        }
        const end = await endOf(place);
        if (end === offset + messages.length) return;
        if (end !== offset) throw otherOffset(place, offset, end);
      }
    },
    close: async () => {
      await (await current?.catch(() => null))?.disconnect();
      current = null;
    },
  };
}

async function open(kafka: Kafka): Promise<Producer> {
  const producer = kafka.producer({
    idempotent: true,
    maxInFlightRequests: 1,
    allowAutoTopicCreation: false,
    retry: { retries: Number.MAX_SAFE_INTEGER, initialRetryTime: 150, maxRetryTime: 2_000 },
    createPartitioner:
      () =>
      ({ message }) =>
        message.partition ?? 0,
  });
  await producer.connect();
  return producer;
}

const otherOffset = ({ kafkaTopic, partition }: Place, wanted: number, got: number): UsageError =>
  new UsageError(
    `Kafka: partition ${partition} of ${kafkaTopic} is at ${got} and should be at ${wanted}: another producer writes to it, or a piece was written twice. Delete the topics of this prefix and start over.`,
  );
