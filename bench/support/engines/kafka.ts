import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { localDirectory } from '../../../infra/config/local-directory.ts';
import { openLocalKafka } from '../../../tools/local/kafka.ts';
import { applyKafkaTopics } from '../../../infra/log/kafka/topics/apply-topics.ts';
import { openKafkaLog } from '../../../infra/log/kafka/log/kafka-log.ts';
import { openKafkaStores } from '../../../infra/state/kafka.ts';
import { type BenchEngine, openBenchEngine } from './engine.ts';
import { endWithProcess } from './left-behind.ts';

/** Partitions of every topic, as many as a cluster gets by default. */
export const kafkaPartitions = 6;

export interface BenchKafka {
  readonly brokers: readonly string[];
  /** An engine set as on a host of its own: `host` names the folder of its state. Closed at the latest with the broker. */
  readonly open: (host: string) => Promise<BenchEngine>;
  /** Creates topics under a prefix of their own; returns the prefix. */
  readonly topics: (name: string) => Promise<string>;
}

/** Runs one real broker on loopback during `work`, with its data below `folder`. */
export async function withKafka<T>(folder: string, work: (kafka: BenchKafka) => Promise<T>): Promise<T> {
  const broker = await openLocalKafka({ programs: localDirectory(), folder: join(folder, 'kafka'), nodes: 1 });
  const forget = endWithProcess(join(folder, 'kafka', 'node-1'));
  const opened: BenchEngine[] = [];
  try {
    await broker.start();
    const { brokers } = broker;
    const topics = async (name: string): Promise<string> => {
      const prefix = `${name}.`;
      await applyKafkaTopics({ brokers, prefix, partitions: kafkaPartitions, replication: 1 });
      return prefix;
    };
    await topics('attestry');
    const open = async (host: string): Promise<BenchEngine> => {
      const directory = join(folder, host);
      mkdirSync(directory, { recursive: true });
      const engine = await openOnKafka(brokers, directory);
      opened.push(engine);
      return engine;
    };
    return await work({ brokers, open, topics });
  } finally {
    await Promise.allSettled(opened.map((engine) => engine.close()));
    await broker.kill();
    forget();
  }
}

/**
 * Schemas have the ids of an embedded registry: a client looks each up once, so their origin does not affect the figures.
 */
async function openOnKafka(brokers: readonly string[], directory: string): Promise<BenchEngine> {
  const { codec, artifacts, close: closeSchemas } = await openBenchEngine(join(directory, 'schemas'));
  const log = await openKafkaLog({ brokers });
  const stores = openKafkaStores(log, { directory, prefix: '' });
  let closed: Promise<void> | null = null;
  const close = async (): Promise<void> => {
    await log.close();
    await stores.close();
    await closeSchemas();
  };
  return { log, codec, artifacts, openStore: stores.openStore, close: () => (closed ??= close()) };
}
