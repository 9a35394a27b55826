import type { Admin, Message } from 'kafkajs';
import { type TopicName, topicNames, topics } from '../../../schemas/topics.ts';
import { UsageError } from '../../errors.ts';
import type { Log, LogRecord, PartitionRange } from '../log.ts';
import { createClients } from '../kafka/client/connect.ts';
import { fillersOf, messageOf, smallerOf } from './copied-messages.ts';
import { rangeOf, withCluster } from './copy-cluster.ts';
import { createExactWriter, type ExactWriter } from './exact-writer.ts';
import { kafkaError } from '../kafka/client/errors.ts';
import { type KafkaOptions, timingsOf } from '../kafka/client/options.ts';
import type { KafkaReader, Place } from '../kafka/wire/reader.ts';

export interface CopyLogOptions extends KafkaOptions {
  readonly source: Log;
  /** The offsets to copy; records appended meanwhile are not copied. */
  readonly ranges: ReadonlyMap<TopicName, readonly PartitionRange[]>;
  /** The value of a record for the target log, whose registry has other schema ids. */
  readonly translate: (record: LogRecord) => Promise<Buffer | null>;
  /** Called after each page of records. */
  readonly copied: (topic: TopicName, records: number) => void;
}

export interface CopySummary {
  readonly records: number;
  /** Records written in place of those that compaction and retention have deleted, so that offsets do not shift. */
  readonly fillers: number;
}

/** Partitions copied concurrently. */
const atATime = 4;
const pageRecords = 500;
const pieceRecords = 1_000;
const pieceBytes = 2 ** 20;

/**
 * Copies every record of a log to topics with the same partition counts, to the same partition and offset, with timestamp,
 * key and headers. So positions that records refer to remain valid. Continues where an earlier call ended.
 */
export async function copyLog(options: CopyLogOptions): Promise<CopySummary> {
  return withCluster(options, async ({ reader, admin, placeOf }) => {
    const work: { readonly topic: TopicName; readonly range: PartitionRange; readonly place: Place }[] = [];
    for (const [topic, ranges] of options.ranges) {
      for (const range of ranges) work.push({ topic, range, place: placeOf(topic, range.partition, ranges.length) });
    }
    const summary = { records: 0, fillers: 0 };
    const { kafka } = createClients(options);
    const copyAll = async (writer: ExactWriter): Promise<void> => {
      for (let one = work.shift(); one !== undefined; one = work.shift()) {
        const done = await copyPartition(options, writer, reader, one);
        await deleteBefore(admin, reader, one);
        summary.records += done.records;
        summary.fillers += done.fillers;
      }
    };
    const copying = Array.from({ length: atATime }, async () => {
      const writer = createExactWriter({ kafka, reader, timings: timingsOf(options), logger: options.logger });
      try {
        await copyAll(writer);
      } catch (error) {
        work.length = 0;
        throw error;
      } finally {
        await writer.close();
      }
    });
    // All must have ended before their shared clients are closed.
    await Promise.allSettled(copying);
    await Promise.all(copying);
    return summary;
  });
}

/** Throws UsageError when one of the topics has a record. */
export async function refuseFilled(options: KafkaOptions): Promise<void> {
  await withCluster(options, async ({ reader, partitionsOf }) => {
    for (const topic of topicNames) {
      const { kafkaTopic, partitions } = partitionsOf(topic);
      const all = Array.from({ length: partitions }, (_, partition) => partition);
      if ((await reader.ranges(kafkaTopic, all)).every(({ end }) => end === 0)) continue;
      throw new UsageError(
        `Kafka: ${kafkaTopic} holds records that were not copied from this log. Name another ATTESTRY_TOPIC_PREFIX, or delete the topics of this one.`,
      );
    }
  });
}

interface PartitionToCopy {
  readonly topic: TopicName;
  readonly range: PartitionRange;
  readonly place: Place;
}

async function copyPartition(
  { source, translate, copied }: CopyLogOptions,
  writer: ExactWriter,
  reader: KafkaReader,
  { topic, range, place }: PartitionToCopy,
): Promise<CopySummary> {
  const { partition } = place;
  let next = (await rangeOf(reader, place)).end;
  if (next > range.end) {
    throw new UsageError(
      `Kafka: partition ${partition} of ${place.kafkaTopic} holds ${next} records, the log only ${range.end}: it has gone on there already.`,
    );
  }
  const summary = { records: 0, fillers: 0 };
  let piece: Message[] = [];
  let bytes = 0;
  let filler: Message | null = null;
  const flush = async (): Promise<void> => {
    if (piece.length === 0) return;
    await writer.append(place, next, piece);
    next += piece.length;
    piece = [];
    bytes = 0;
  };
  const take = async (message: Message): Promise<void> => {
    piece.push(message);
    bytes += message.value?.length ?? 0;
    if (piece.length >= pieceRecords || bytes >= pieceBytes) await flush();
  };
  const fillUpTo = async (offset: number): Promise<void> => {
    for (const message of fillersOf(filler, offset - next - piece.length)) {
      await take(message);
      summary.fillers += 1;
    }
  };
  for (let from = next; from < range.end; ) {
    const page = (await source.read({ topic, partition, from, maxRecords: pageRecords })).filter(
      ({ offset }) => offset < range.end,
    );
    for (const record of page) {
      const message = messageOf(record, await translate(record));
      filler = smallerOf(filler, message);
      await fillUpTo(record.offset);
      await take(message);
    }
    summary.records += page.length;
    copied(topic, page.length);
    from = (page.at(-1)?.offset ?? range.end) + 1;
  }
  await fillUpTo(range.end);
  await flush();
  return summary;
}

/** Deletes the offsets that retention had deleted in the source. Brokers refuse that for compacted topics. */
async function deleteBefore(
  admin: Admin,
  reader: KafkaReader,
  { topic, range, place }: PartitionToCopy,
): Promise<void> {
  if (topics[topic].cleanup === 'compact' || (await rangeOf(reader, place)).low >= range.low) return;
  const partitions = [{ partition: place.partition, offset: String(range.low) }];
  try {
    // The client finds the leader only of topics that it has metadata for.
    await admin.fetchTopicOffsets(place.kafkaTopic);
    await admin.deleteTopicRecords({ topic: place.kafkaTopic, partitions });
  } catch (error) {
    throw kafkaError(error, `deleting the beginning of ${place.kafkaTopic}`);
  }
}
