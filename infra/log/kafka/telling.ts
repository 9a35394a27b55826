import type { Consumer } from 'kafkajs';
import type { Logger } from '../../logger.ts';
import { createMutex } from '../../mutex.ts';
import type { ConsumeOptions, Progress } from '../log.ts';
import type { Reading } from './delivery.ts';

/** Tells a group how far its partitions are. */
export interface Telling {
  /** Tells what differs from what was told last, and now and then all of it; one telling after the other. */
  readonly tell: (readings: readonly Reading[]) => Promise<void>;
}

/** What was told before, tried again by the client after a rebalance, may have replaced what was told since. */
const againMs = 30_000;

/** For lag monitors and for hosts without state; it neither keeps anybody waiting nor fails anything. */
export function createTelling(
  consumer: Pick<Consumer, 'commitOffsets'>,
  ask: ConsumeOptions['progress'],
  logger: Logger | undefined,
  now: () => number = () => performance.now(),
): Telling {
  const oneAtATime = createMutex();
  const last = new WeakMap<Reading, { readonly text: string; readonly at: number }>();
  const progressOf = ({ topic, partition, next }: Reading): Progress | null =>
    ask === undefined ? { next, note: '' } : ask(topic, partition);
  return {
    tell: (readings) =>
      oneAtATime(async () => {
        const at = now();
        const told = readings.flatMap((reading) => {
          const progress = progressOf(reading);
          if (progress === null) return [];
          const text = `${progress.next} ${progress.note}`;
          const before = last.get(reading);
          return before?.text === text && at - before.at < againMs ? [] : [{ reading, progress, text }];
        });
        if (told.length === 0) return;
        try {
          await consumer.commitOffsets(
            told.map(({ reading: { kafkaTopic, partition }, progress: { next, note } }) => {
              return { topic: kafkaTopic, partition, offset: String(next), metadata: note };
            }),
          );
          for (const { reading, text } of told) last.set(reading, { text, at });
        } catch (error) {
          logger?.debug({ err: error }, 'offsets were not committed to the group; positions are kept with the state');
        }
      }),
  };
}
