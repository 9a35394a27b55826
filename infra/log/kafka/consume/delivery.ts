import { setImmediate as nextTurn } from 'node:timers/promises';
import type { TopicName } from '../../../../schemas/topics.ts';
import { pause } from '../../../async/async.ts';
import { createKeyedMutex } from '../../../async/keyed-mutex.ts';
import type { ConsumeOptions } from '../../log.ts';
import { type FetchedBatch, logRecord } from '../wire/records.ts';

/** Read position of a partition. */
export interface Reading {
  readonly topic: TopicName;
  readonly kafkaTopic: string;
  readonly partition: number;
  /** Next offset to deliver. */
  next: number;
  /** Known end offset of the partition. */
  end: number;
}

interface Steps {
  /** False when another member may own the partition by now: nothing more is delivered. */
  readonly isCurrent: () => boolean;
  /** Called after each chunk, with its last offset. */
  readonly afterChunk: (lastOffset: number) => Promise<void>;
}

/** Delivers chunks of at most `maxRecords` to the handlers of a consumption, one at a time unless partitions may overlap. */
export interface Delivery {
  readonly readings: () => readonly Reading[];
  readonly find: (kafkaTopic: string, partition: number) => Reading | undefined;
  /** Waits for the current chunk, then replaces the partitions to read. */
  readonly assign: (load: () => Promise<readonly Reading[]>) => Promise<void>;
  /** False when the batch was not delivered, because lingering lets the next fetch return more records. */
  readonly deliver: (reading: Reading, batch: FetchedBatch, steps: Steps) => Promise<boolean>;
  /** Skips a batch without visible records; calls `onCaughtUp` if it was the last one. */
  readonly passOver: (reading: Reading, next: number, end: number) => Promise<void>;
  /** Waits for the current chunk. */
  readonly idle: () => Promise<void>;
  /** Whether a chunk is being handled or waits for the lock. */
  readonly isBusy: () => boolean;
}

export function createDelivery(
  options: Pick<ConsumeOptions, 'maxRecords' | 'lingerMs' | 'concurrentPartitions' | 'onChunk' | 'onCaughtUp'>,
  signal: AbortSignal,
): Delivery {
  const { maxRecords, lingerMs = 0 } = options;
  const mutex = createKeyedMutex(options.concurrentPartitions ?? false);
  const readings = new Map<string, Reading>();
  let busy = 0;
  let announced = false;
  /** The wait between the last chunk and the next one. */
  let lingering: Promise<void> | null = null;
  let lingered = false;

  const counted = async <T>(work: Promise<T>): Promise<T> => {
    busy++;
    try {
      return await work;
    } finally {
      busy--;
    }
  };
  const exclusively = <T>(work: () => Promise<T>): Promise<T> => counted(mutex.runExclusive(work));
  const isAllRead = (): boolean => [...readings.values()].every(({ next, end }) => next >= end);

  const announce = async (): Promise<void> => {
    if (announced || signal.aborted || !isAllRead()) return;
    announced = true;
    lingered = false;
    await options.onCaughtUp?.();
  };

  const linger = async (): Promise<void> => {
    lingering ??= pause(lingerMs, signal);
    await lingering;
    lingering = null;
    lingered = true;
  };

  const passOver = async (reading: Reading, next: number, end: number): Promise<void> => {
    reading.next = Math.max(reading.next, next);
    reading.end = Math.max(reading.end, end);
    if (!announced && isAllRead()) await exclusively(announce);
  };

  const deliver: Delivery['deliver'] = async (reading, batch, { isCurrent, afterChunk }) => {
    const { topic, partition } = reading;
    const records = batch.records.filter(({ offset }) => offset >= reading.next);
    if (records.length > 0 && announced && lingerMs > 0 && !lingered) {
      await linger();
      return false;
    }
    reading.end = Math.max(reading.end, batch.end);
    for (let at = 0; at < records.length; at += maxRecords) {
      const chunk = records.slice(at, at + maxRecords).map((record) => logRecord(topic, partition, record));
      const last = chunk.at(-1)?.offset ?? 0;
      const delivered = await counted(
        mutex.runFor(reading, async () => {
          if (signal.aborted || !isCurrent()) return false;
          announced = false;
          await options.onChunk({ topic, partition, records: chunk, end: reading.end });
          // The handler may have skipped a chunk that it received after the partition was revoked.
          if (!isCurrent()) return false;
          reading.next = last + 1;
          return true;
        }),
      );
      if (!delivered || !isCurrent()) return true;
      await afterChunk(last);
      // A handler without I/O would otherwise starve timers and the other roles of this thread.
      await nextTurn();
    }
    await passOver(reading, batch.next, batch.end);
    return true;
  };

  return {
    readings: () => [...readings.values()],
    find: (kafkaTopic, partition) => readings.get(`${kafkaTopic}|${partition}`),
    assign: (load) =>
      exclusively(async () => {
        if (signal.aborted) return;
        const loaded = await load();
        readings.clear();
        for (const reading of loaded) readings.set(`${reading.kafkaTopic}|${reading.partition}`, reading);
        announced = false;
        await announce();
      }),
    deliver,
    passOver,
    idle: () => exclusively(async () => undefined),
    isBusy: () => busy > 0,
  };
}
