import type { Consumer } from 'kafkajs';
import type { Logger } from '../../logger.ts';
import type { ConsumeOptions, Progress } from '../log.ts';
import type { Reading } from './delivery.ts';

/** Tells a group how far its partitions are. */
export interface Telling {
  /** Tells what differs from what was told last. */
  readonly tell: (readings: readonly Reading[]) => Promise<void>;
}

/** For lag monitors and for hosts without state; it neither keeps anybody waiting nor fails anything. */
export function createTelling(
  consumer: Pick<Consumer, 'commitOffsets'>,
  progress: ConsumeOptions['progress'],
  logger: Logger | undefined,
): Telling {
  const last = new WeakMap<Reading, string>();
  const progressOf = ({ topic, partition, next }: Reading): Progress | null =>
    progress === undefined ? { next, note: '' } : progress(topic, partition);
  return {
    tell: async (readings) => {
      const told = readings.flatMap((reading) => {
        const now = progressOf(reading);
        if (now === null) return [];
        const text = `${now.next} ${now.note}`;
        return last.get(reading) === text ? [] : [{ reading, now, text }];
      });
      if (told.length === 0) return;
      try {
        await consumer.commitOffsets(
          told.map(({ reading, now }) => ({
            topic: reading.kafkaTopic,
            partition: reading.partition,
            offset: String(now.next),
            metadata: now.note,
          })),
        );
        for (const { reading, text } of told) last.set(reading, text);
      } catch (error) {
        logger?.debug({ err: error }, 'offsets were not committed to the group; positions are kept with the state');
      }
    },
  };
}
