import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import kafkajs from 'kafkajs';
import { applyKafkaTopics } from '../../../infra/log/kafka/topics/apply-topics.ts';
import { openKafkaLog } from '../../../infra/log/kafka/log/kafka-log.ts';
import type { KafkaTimings } from '../../../infra/log/kafka/client/options.ts';
import { openKafkaStores } from '../../../infra/state/kafka.ts';
import { createLogger, type Logger } from '../../../infra/logger.ts';
import type { Log } from '../../../infra/log/log.ts';
import { withRetry } from '../../../infra/async/retry.ts';
import type { LogUnderTest } from '../../contracts/log.ts';
import { newName } from './broker.ts';

/** Address and options of a log. Serialisable as JSON, to be passed to child processes. */
export interface KafkaUnderTest {
  readonly brokers: readonly string[];
  readonly prefix: string;
  /** Directory of the processors' state. */
  readonly directory: string;
  readonly timings: Partial<KafkaTimings>;
}

/** Short timeouts: the partitions of a killed member are reassigned only when its session has expired. */
export const quickTimings: Partial<KafkaTimings> = {
  sessionMs: 2_000,
  rebalanceMs: 6_000,
  heartbeatMs: 300,
  fetchWaitMs: 50,
  commitMs: 200,
};

/** Creates topics with a new prefix and three partitions each. */
export async function newKafka(brokers: readonly string[], timings = quickTimings): Promise<KafkaUnderTest> {
  const prefix = `t-${newName()}.`;
  // A broker that has just created topics may not return them yet.
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

/** Runs a test with a new log. `open` opens it once more, as another process would. */
export async function withLog(
  brokers: readonly string[],
  body: (log: Log, kafka: KafkaUnderTest, open: (timings?: Partial<KafkaTimings>) => Promise<Log>) => Promise<void>,
  timings?: Partial<KafkaTimings>,
): Promise<void> {
  const kafka = await newKafka(brokers, { ...quickTimings, ...timings });
  const opened: Log[] = [];
  const open = async (others?: Partial<KafkaTimings>): Promise<Log> => {
    const log = await openKafkaLog({ ...kafka, ...testLogger(), timings: { ...kafka.timings, ...others } });
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

/** Prints the log lines of the client from the level in ATTESTRY_TEST_LOG on; none by default. */
function testLogger(): { readonly logger?: Logger } {
  const level = process.env['ATTESTRY_TEST_LOG'];
  if (level === undefined) return {};
  return { logger: createLogger({ level, destination: process.stderr }) };
}
