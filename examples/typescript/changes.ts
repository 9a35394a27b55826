/** Reads the topic `changes` with any Kafka cluster and schema registry, and prints what changed and why. See README.md. */
import { parseArgs } from 'node:util';
import { SchemaRegistry } from '@kafkajs/confluent-schema-registry';
import kafkajs, { type KafkaMessage } from 'kafkajs';

const { values: options } = parseArgs({
  options: {
    brokers: { type: 'string', default: '127.0.0.1:9092' },
    registry: { type: 'string', default: 'http://127.0.0.1:8081' },
    prefix: { type: 'string', default: 'attestry.' },
    group: { type: 'string', default: 'changes-example' },
    /** Skips earlier records; an ISO 8601 time. */
    since: { type: 'string' },
    /** Ends after the records that exist at the start. */
    'until-end': { type: 'boolean', default: false },
  },
});

/** The members used here; docs/topics.md has all of them. */
interface Change {
  readonly id: string;
  readonly revision: number;
  readonly assetId: string;
  /** Avro's timestamp-millis, as this library decodes it. */
  readonly detectedAt: Date | number;
  readonly direction: string;
  readonly disposition: string;
  readonly confirmed: boolean;
  readonly explanation: { readonly headline: string };
  readonly assessment: { readonly reason: string };
}

const topic = `${options.prefix}changes`;
const since = options.since === undefined ? null : Date.parse(options.since);
if (Number.isNaN(since)) throw new Error(`--since ${options.since ?? ''} is no ISO 8601 time`);

const kafka = new kafkajs.Kafka({
  clientId: 'changes-example',
  brokers: options.brokers.split(','),
  logLevel: kafkajs.logLevel.ERROR,
});
const registry = new SchemaRegistry({ host: options.registry });

/** Highest printed revision of each change. A consumer with a database reads it from there instead. */
const revisions = new Map<string, number>();

async function print(message: KafkaMessage): Promise<void> {
  // Records are not sorted by event time: the start offset for `since` may be followed by earlier records.
  if (message.value === null || (since !== null && Number(message.timestamp) < since)) return;
  const change = (await registry.decode(message.value)) as Change;
  const known = revisions.get(change.id);
  if (known !== undefined && known >= change.revision) return;
  revisions.set(change.id, change.revision);
  console.log(sentence(change));
}

/** One line: day, direction, what changed, the reason for its assessment. */
function sentence({ id, revision, assetId, explanation, assessment, ...change }: Change): string {
  const day = new Date(change.detectedAt).toISOString().slice(0, 10);
  const marks = [
    ...(revision > 0 ? [`revision ${revision}`] : []),
    ...(change.disposition === 'superseded' ? ['withdrawn'] : []),
    ...(change.confirmed ? [] : ['not confirmed']),
  ];
  const mark = marks.length > 0 ? ` (${marks.join(', ')})` : '';
  return `${day} ${change.direction} ${assetId} ${explanation.headline}${mark}. Why: ${assessment.reason} [${id}]`;
}

/** The offset at which the group continues in a partition, and the partition's current end. */
interface OffsetRange {
  readonly partition: number;
  readonly start: string;
  readonly end: string;
}

async function offsetRanges(): Promise<readonly OffsetRange[]> {
  const admin = kafka.admin();
  await admin.connect();
  const ends = await admin.fetchTopicOffsets(topic);
  const [own] = await admin.fetchOffsets({ groupId: options.group, topics: [topic] });
  const later = since === null ? null : await admin.fetchTopicOffsetsByTimestamp(topic, since);
  await admin.disconnect();
  const offsetIn = (offsets: readonly { partition: number; offset: string }[] | null | undefined, partition: number) =>
    offsets?.find((one) => one.partition === partition && one.offset !== '-1')?.offset;
  return ends.map(({ partition, low, high }) => ({
    partition,
    start: offsetIn(later, partition) ?? offsetIn(own?.partitions, partition) ?? low,
    end: high,
  }));
}

async function main(): Promise<void> {
  const ranges = await offsetRanges();
  const left = new Map(
    ranges
      .filter(({ start, end }) => BigInt(start) < BigInt(end))
      .map(({ partition, end }) => [partition, BigInt(end)]),
  );
  if (options['until-end'] && left.size === 0) return;
  const consumer = kafka.consumer({ groupId: options.group });
  const finished = new Promise<void>((resolve) => {
    process.once('SIGINT', resolve);
    process.once('SIGTERM', resolve);
    consumer.on(consumer.events.CRASH, ({ payload }) => {
      // After an error that the client does not retry, the process ends: a supervisor should restart it.
      if (!payload.restart) process.exit(1);
    });
    consumer.on(consumer.events.END_BATCH_PROCESS, ({ payload: { partition, lastOffset } }) => {
      if (BigInt(lastOffset) + 1n >= (left.get(partition) ?? 0n)) left.delete(partition);
      if (options['until-end'] && left.size === 0) resolve();
    });
  });
  await consumer.connect();
  await consumer.subscribe({ topic, fromBeginning: true });
  // Offsets are committed after a record was printed: after a crash it is printed again, never skipped.
  await consumer.run({ eachMessage: async ({ message }) => print(message) });
  if (since !== null) for (const { partition, start } of ranges) consumer.seek({ topic, partition, offset: start });
  await finished;
  await consumer.disconnect();
}

await main();
