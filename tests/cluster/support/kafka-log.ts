import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import kafkajs from 'kafkajs';
import { applyKafkaTopics } from '../../../infra/log/kafka/apply-topics.ts';
import { openKafkaLog } from '../../../infra/log/kafka/kafka-log.ts';
import type { KafkaTimings } from '../../../infra/log/kafka/kafka-options.ts';
import { openKafkaStores } from '../../../infra/log/kafka/kafka-store.ts';
import { createLogger, type Logger } from '../../../infra/logger.ts';
import type { Log } from '../../../infra/log/log.ts';
import { withRetry } from '../../../infra/retry.ts';
import type { LogUnderTest } from '../../contracts/log.ts';
import { newName } from './broker.ts';

/** Where a log is, and how it is to be read; has a JSON, for children. */
export interface KafkaUnderTest {
  readonly brokers: readonly string[];
  readonly prefix: string;
  /** State of processors. */
  readonly directory: string;
  readonly timings: Partial<KafkaTimings>;
}

/** A killed member keeps its group waiting for as long as its session lasts. */
export const quickTimings: Partial<KafkaTimings> = {
  sessionMs: 2_000,
  rebalanceMs: 6_000,
  heartbeatMs: 300,
  fetchWaitMs: 50,
  commitMs: 200,
};

/** Topics of a prefix of their own, three partitions each. */
export async function newKafka(brokers: readonly string[], timings = quickTimings): Promise<KafkaUnderTest> {
  const prefix = `t-${newName()}.`;
  // A broker that has just made topics may not know them yet.
  const retry = { signal: new AbortController().signal, onFailure: () => undefined, random: () => 0 };
  await withRetry(() => applyKafkaTopics({ brokers, prefix, partitions: 3, replication: 1 }), retry);
  return { brokers, prefix, timings, directory: mkdtempSync(join(tmpdir(), 'attestry-kafka-')) };
}

export async function removeKafka({ brokers, prefix, directory }: KafkaUnderTest): Promise<void> {
  rmSync(directory, { recursive: true, force: true });
  const admin = new kafkajs.Kafka({ brokers: [...brokers], logLevel: kafkajs.logLevel.NOTHING }).admin();
  await admin.connect();
  const topics = (await admin.listTopics()).filter((topic) => topic.startsWith(prefix));
  await admin.deleteTopics({ topics });
  await admin.disconnect();
}

export async function openKafkaUnderTest(
  kafka: KafkaUnderTest,
): Promise<LogUnderTest & { readonly close: () => Promise<void> }> {
  const log = await openKafkaLog(kafka);
  const stores = openKafkaStores(log, kafka);
  return {
    log,
    openStore: stores.openStore,
    close: async () => {
      await log.close();
      await stores.close();
    },
  };
}

/** Runs a test with a log of its own; `open` opens it once more, as another process would. */
export async function withLog(
  brokers: readonly string[],
  body: (log: Log, kafka: KafkaUnderTest, open: (timings?: Partial<KafkaTimings>) => Promise<Log>) => Promise<void>,
  timings?: Partial<KafkaTimings>,
): Promise<void> {
  const kafka = await newKafka(brokers, { ...quickTimings, ...timings });
  const opened: Log[] = [];
  const open = async (others?: Partial<KafkaTimings>): Promise<Log> => {
    const log = await openKafkaLog({ ...kafka, ...told(), timings: { ...kafka.timings, ...others } });
    opened.push(log);
    return log;
  };
  try {
    await body(await open(), kafka, open);
  } finally {
    await Promise.allSettled(opened.map((log) => log.close()));
    await removeKafka(kafka);
  }
}

/** `ATTESTRY_TEST_LOG=debug` shows what the log tells. */
function told(): { readonly logger?: Logger } {
  const level = process.env['ATTESTRY_TEST_LOG'];
  if (level === undefined) return {};
  return { logger: createLogger({ level, destination: process.stderr }) };
}
