import type { Consumer } from 'kafkajs';
import type { Logger } from '../../../logger.ts';
import { createMutex } from '../../../async/mutex.ts';
import type { ConsumeOptions, CommittedOffset } from '../../log.ts';
import type { Reading } from '../consume/delivery.ts';

/** Commits the progress of partitions to the group. */
export interface ProgressCommitter {
  /** Commits the partitions that have moved since their last commit, and all of them every `recommitMs`; one call at a time. */
  readonly commit: (readings: readonly Reading[]) => Promise<void>;
}

/** The client may retry an older commit after a rebalance and so overwrite a newer one. */
const recommitMs = 30_000;

/** Lag monitors and hosts without state read these offsets. A failed commit is logged and never fails the consumer. */
export function createProgressCommitter(
  consumer: Pick<Consumer, 'commitOffsets'>,
  offsetToCommit: ConsumeOptions['offsetToCommit'],
  logger: Logger | undefined,
  now: () => number = () => performance.now(),
): ProgressCommitter {
  const oneAtATime = createMutex();
  const last = new WeakMap<Reading, { readonly text: string; readonly at: number }>();
  const committable = ({ topic, partition, next }: Reading): CommittedOffset | null =>
    offsetToCommit === undefined ? { offset: next, metadata: '' } : offsetToCommit(topic, partition);
  return {
    commit: (readings) =>
      oneAtATime(async () => {
        const at = now();
        const due = readings.flatMap((reading) => {
          const position = committable(reading);
          if (position === null) return [];
          const text = `${position.offset} ${position.metadata}`;
          const before = last.get(reading);
          return before?.text === text && at - before.at < recommitMs ? [] : [{ reading, position, text }];
        });
        if (due.length === 0) return;
        try {
          await consumer.commitOffsets(
            due.map(({ reading: { kafkaTopic, partition }, position: { offset, metadata } }) => {
              return { topic: kafkaTopic, partition, offset: String(offset), metadata };
            }),
          );
          for (const { reading, text } of due) last.set(reading, { text, at });
        } catch (error) {
          logger?.debug({ err: error }, 'offsets were not committed to the group; positions are kept with the state');
        }
      }),
  };
}
