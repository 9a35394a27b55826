import kafkajs, { type Message } from 'kafkajs';
import type { NewRecord } from '../../infra/log/log.ts';
import { type Appender, appendsPerSecond, turnsAt } from './append-turns.ts';
import type { BenchOptions } from '../bench.ts';
import type { Measurement } from '../measurement.ts';
import { bareClient, bareProducer } from '../support/floors/bare-kafka.ts';
import { inFolder } from '../support/engines/folder.ts';
import { kafkaPartitions, withKafka } from '../support/engines/kafka.ts';

/** Appends of the log on a broker, compared with kafkajs sending the same records to the same topic. Medians of turns. */
export function benchAppendOnKafka(
  records: readonly NewRecord[],
  appends: number,
  { scale }: BenchOptions,
): Promise<readonly Measurement[]> {
  return inFolder((folder) =>
    withKafka(folder, async (kafka) => {
      const { log } = await kafka.open('host-1');
      const ours: Appender = { append: () => log.append(records), close: () => Promise.resolve() };
      const appenders = [ours, await openBare(kafka.brokers, `${await kafka.topics('bare')}observations`, records)];
      const [own = 0, bare = 0] = await appendsPerSecond(appenders, appends, turnsAt(scale));
      return [
        {
          name: `on Kafka, append, batch ${records.length}`,
          unit: 'records/s',
          value: own * records.length,
          floor: { name: 'kafkajs alone, the same records in one request each time', value: bare * records.length },
          target: null,
        },
      ];
    }),
  );
}

/** With the same durability: an idempotent producer, acknowledged by all replicas, compressed when the log compresses. */
async function openBare(brokers: readonly string[], topic: string, records: readonly NewRecord[]): Promise<Appender> {
  const producer = bareProducer(bareClient(brokers));
  await producer.connect();
  const messages = records.map(({ key, value, timestamp }, index): Message => {
    return { key, value, timestamp: String(timestamp), partition: index % kafkaPartitions };
  });
  const { GZIP, None } = kafkajs.CompressionTypes;
  const compression = records.length === 1 ? None : GZIP;
  const topicMessages = [{ topic, messages }];
  return {
    append: () => producer.sendBatch({ acks: -1, compression, topicMessages }),
    close: () => producer.disconnect(),
  };
}
