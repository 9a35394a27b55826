import { type Environment, topicNames } from '../../../../schemas/topics.ts';
import { UsageError } from '../../../errors.ts';
import type { Consumption, Log, RecordPosition } from '../../log.ts';
import { refuseLost } from '../../lost-records.ts';
import { type AppendQueue, createAppendQueue } from './append-queue.ts';
import { createClients } from '../client/connect.ts';
import { createReadAll } from '../consume/consume-all.ts';
import { createGroupLoop } from '../group/consume-group.ts';
import { startConsumption } from '../consume/consumption.ts';
import type { KafkaEngine } from '../consume/engine.ts';
import { readCatalogue } from '../topics/catalogue.ts';
import { type KafkaOptions, timingsOf } from '../client/options.ts';
import { readIdentity } from '../topics/log-identity.ts';
import { createInspector, type LogInspector, refuseReplaced } from '../topics/inspect-topics.ts';
import { checkPartitionCounts } from '../topics/partition-counts.ts';
import { type PreparedRecord, prepareRecords } from './prepare.ts';
import { createSender } from '../wire/producer.ts';
import { createReader } from '../wire/reader.ts';
import { logRecord } from '../wire/records.ts';

/**
 * Opens the log on the brokers. RetryableError when they cannot be reached; UsageError when topics are missing or have wrong
 * partition counts, or user, certificates or rights are wrong.
 *
 * Differs from the embedded log as Kafka does. An append is checked as a whole before anything is sent, keeps its order in
 * every partition and resolves when all records are durable. It is no transaction: a reader may see the first records before
 * the others, a process that dies may have written only some, and a retry may write records twice, the second copy beginning
 * before the first has ended. So writers derive the ids of records from their content, and readers ignore an id they know.
 * Brokers apply retention and compaction on their own schedule.
 */
export async function openKafkaLog(options: KafkaOptions): Promise<Log> {
  const { prefix = 'attestry.', logger } = options;
  const timings = timingsOf(options);
  const { kafka, openCluster } = createClients(options);
  const reader = createReader(openCluster);
  try {
    const catalogue = await readCatalogue(kafka, options, prefix);
    const identity = await readIdentity(reader, prefix, catalogue.clusterId);
    if (identity === null) {
      throw new UsageError(`Kafka: the log ${prefix}… has no identity yet. Run attestry topics apply once.`);
    }
    const counts = Object.fromEntries(topicNames.map((name) => [name, catalogue.topic(name).partitions]));
    checkPartitionCounts(counts, identity.partitions, prefix);
    const inspector = createInspector({ kafka, reader, prefix, clusterId: catalogue.clusterId, counts }, identity);
    refuseReplaced(await inspector.replaced(), prefix);
    const { lossOf } = inspector;
    return createKafkaLog({ kafka, openCluster, catalogue, reader, lossOf, timings, logger }, identity.id, inspector);
  } catch (error) {
    await reader.close();
    throw error;
  }
}

function createKafkaLog(engine: KafkaEngine, logId: string, { inspect }: Pick<LogInspector, 'inspect'>): Log {
  const { kafka, catalogue, reader, lossOf, timings, logger } = engine;
  const consumptions = new Set<Consumption>();
  const queues: Readonly<Record<Environment, AppendQueue>> = {
    data: createAppendQueue(createSender(kafka, timings, logger)),
    accounts: createAppendQueue(createSender(kafka, timings, logger)),
  };
  let closed: Promise<void> | null = null;

  const close = async (): Promise<void> => {
    await Promise.allSettled([...consumptions].map((consumption) => consumption.stop()));
    await Promise.all([queues.data.close(timings.closeMs), queues.accounts.close(timings.closeMs)]);
    await reader.close();
  };

  return {
    logId,
    partitionsOf: (topic) => catalogue.topic(topic).partitions,
    append: async (records) => append(queues, prepareRecords(catalogue, records)),
    read: async ({ topic, partition, from, maxRecords }) => {
      const { kafkaTopic } = catalogue.topic(topic);
      catalogue.checkPartition(topic, partition);
      if (maxRecords <= 0) return [];
      const [range = { low: 0, end: 0 }] = await reader.ranges(kafkaTopic, [partition]);
      refuseLost(topic, { partition, ...range, lost: lossOf(topic, { partition, ...range }) }, from);
      const request = { kafkaTopic, partition, from: Math.max(from, range.low), end: range.end, maxRecords };
      return (await reader.read(request)).map((record) => logRecord(topic, partition, record));
    },
    ranges: async (topic) => {
      const { kafkaTopic, partitions } = catalogue.topic(topic);
      const all = Array.from({ length: partitions }, (_, partition) => partition);
      return (await reader.ranges(kafkaTopic, all)).map((range) => {
        const lost = lossOf(topic, range);
        return lost === undefined ? range : { ...range, lost };
      });
    },
    inspect,
    consume: (options) => {
      const loop = options.group === null ? createReadAll(engine) : createGroupLoop(engine, options.group);
      const consumption = startConsumption(engine, options, loop, () => void consumptions.delete(consumption));
      consumptions.add(consumption);
      return consumption;
    },
    maintain: async () => undefined,
    close: () => {
      closed ??= close();
      return closed;
    },
  };
}

async function append(
  queues: Readonly<Record<Environment, AppendQueue>>,
  prepared: readonly PreparedRecord[],
): Promise<readonly RecordPosition[]> {
  const positions: RecordPosition[] = [];
  const send = async (name: Environment): Promise<void> => {
    const own = prepared.flatMap((record, index) => (record.environment === name ? [{ record, index }] : []));
    const sent = await queues[name].append(own.map(({ record }) => record));
    own.forEach(({ index }, at) => {
      const position = sent[at];
      if (position !== undefined) positions[index] = position;
    });
  };
  await Promise.all([send('data'), send('accounts')]);
  return positions;
}
