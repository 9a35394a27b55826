import type { LogRecord } from '../../infra/log/log.ts';
import type { TopicName, ValueOf } from '../../schemas/topics.ts';
import type { Engine } from '../engine/open-engine.ts';
import { endWithLauncher } from '../program/process/end-with-parent.ts';
import { decodeOrNull } from './read-topic.ts';

export interface TailRequest<T extends TopicName> {
  readonly topic: T;
  /** First offset of a partition. */
  readonly startOf: (range: { readonly partition: number; readonly low: number; readonly end: number }) => number;
  /** Goes on as records are appended, until SIGINT, until npx has ended or until `show` returns false. */
  readonly follow: boolean;
  /** Returns false to end. The value is null where no known schema can read the bytes. */
  readonly show: (record: LogRecord & { readonly partition: number }, value: ValueOf<T> | null) => boolean;
}

/** Reads a topic record by record, of each partition in its order. */
export async function tailTopic<T extends TopicName>(engine: Engine, tailing: TailRequest<T>): Promise<void> {
  const { topic, startOf, follow, show } = tailing;
  const ranges = new Map((await engine.log.ranges(topic)).map((range) => [range.partition, range]));
  let over = false;
  let finish: () => void = () => undefined;
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const consumption = engine.log.consume({
    topics: [topic],
    group: null,
    maxRecords: 500,
    startAt: async (_, partition) => startOf(ranges.get(partition) ?? { partition, low: 0, end: 0 }),
    onChunk: async ({ records }) => {
      await engine.codec.prepare(records.map((record) => record.value));
      for (const record of records) {
        over ||= !show(record, decodeOrNull(engine, topic, record));
        if (over) break;
      }
      if (over) finish();
    },
    onCaughtUp: async () => {
      if (!follow) finish();
    },
  });
  process.once('SIGINT', finish);
  const leaveLauncher = endWithLauncher(finish);
  await Promise.race([finished, consumption.done]);
  process.off('SIGINT', finish);
  leaveLauncher();
  await consumption.stop();
}
