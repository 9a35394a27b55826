/** The log of a data directory as bytes, beside or without a running service. */
import { type EmbeddedEngine, openEmbeddedEngine } from '../../infra/log/embedded.ts';
import type { LogRecord } from '../../infra/log/log.ts';
import { type TopicName, topicNames } from '../../schemas/topics.ts';

const partitions = 6;

/** Opens the engine of a directory for the time of `use`. One directory at a time and process. */
export async function withEngine<T>(directory: string, use: (engine: EmbeddedEngine) => Promise<T>): Promise<T> {
  const engine = openEmbeddedEngine({ directory, partitions });
  try {
    return await use(engine);
  } finally {
    await engine.close();
  }
}

/** Every record of a topic, partition by partition, in offset order. */
export async function rawRecords({ log }: EmbeddedEngine, topic: TopicName): Promise<readonly LogRecord[]> {
  const records: LogRecord[] = [];
  for (const { partition, low, end } of await log.ranges(topic)) {
    if (end > low) records.push(...(await log.read({ topic, partition, from: low, maxRecords: end - low })));
  }
  return records;
}

/** Next offset of every partition of every topic: equal before and after means that nothing was appended. */
export const logEnds = (directory: string): Promise<Readonly<Record<string, readonly number[]>>> =>
  withEngine(directory, async ({ log }) => {
    const ends: Record<string, readonly number[]> = {};
    for (const topic of topicNames) ends[topic] = (await log.ranges(topic)).map(({ end }) => end);
    return ends;
  });
