/** Undecoded records of a data directory's log, whether or not a service runs. */
import { type EmbeddedEngine, openEmbeddedEngine } from '../../infra/embedded-engine.ts';
import type { LogRecord } from '../../infra/log/log.ts';
import { type TopicName, topicNames } from '../../schemas/topics.ts';

const partitions = 6;

/** Opens the engine of a directory while `use` runs. A process can open one directory at a time. */
export async function withEngine<T>(directory: string, use: (engine: EmbeddedEngine) => Promise<T>): Promise<T> {
  const engine = openEmbeddedEngine({ directory, partitions });
  try {
    return await use(engine);
  } finally {
    await engine.close();
  }
}

/** All records of a topic, by partition and offset. */
export async function rawRecords({ log }: EmbeddedEngine, topic: TopicName): Promise<readonly LogRecord[]> {
  const records: LogRecord[] = [];
  for (const { partition, low, end } of await log.ranges(topic)) {
    if (end > low) records.push(...(await log.read({ topic, partition, from: low, maxRecords: end - low })));
  }
  return records;
}

/** End offset of every partition of every topic. Equal results before and after mean that nothing was appended. */
export const logEnds = (directory: string): Promise<Readonly<Record<string, readonly number[]>>> =>
  withEngine(directory, async ({ log }) => {
    const ends: Record<string, readonly number[]> = {};
    for (const topic of topicNames) ends[topic] = (await log.ranges(topic)).map(({ end }) => end);
    return ends;
  });
