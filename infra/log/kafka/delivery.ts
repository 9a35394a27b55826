import { setImmediate as nextTurn } from 'node:timers/promises';
import type { TopicName } from '../../../schemas/topics.ts';
import { createKeyedMutex } from './keyed-mutex.ts';
import type { ConsumeOptions } from '../log.ts';
import { rest } from './back-off.ts';
import { type FetchedBatch, logRecord } from './records.ts';

/** How far a partition is read. */
export interface Reading {
  readonly topic: TopicName;
  readonly kafkaTopic: string;
  readonly partition: number;
  /** Next offset to hand over. */
  next: number;
  /** Offset after the last one that the partition is known to hold. */
  end: number;
}

export interface Steps {
  /** False when the partition may be somebody else's by now: nothing more is handed over. */
  readonly isCurrent: () => boolean;
  /** Called after each chunk, with its last offset. */
  readonly afterChunk: (lastOffset: number) => Promise<void>;
}

/** Hands chunks to the consumer of a consumption: bounded, one at a time, the partitions in turns. */
export interface Delivery {
  readonly readings: () => readonly Reading[];
  readonly find: (kafkaTopic: string, partition: number) => Reading | undefined;
  /** Waits for the chunk in hand, then replaces what is read. */
  readonly assign: (load: () => Promise<readonly Reading[]>) => Promise<void>;
  /** False when the batch was left as it is, to be fetched again: it comes with more in it. */
  readonly deliver: (reading: Reading, batch: FetchedBatch, steps: Steps) => Promise<boolean>;
  /** Nothing was in the batch but what is left out: tells the consumer if that was all. */
  readonly passOver: (reading: Reading, next: number, end: number) => Promise<void>;
  /** Waits for the chunk in hand. */
  readonly idle: () => Promise<void>;
  /** Whether a chunk is in hand or waits for its turn. */
  readonly isBusy: () => boolean;
}

export function createDelivery(
  options: Pick<ConsumeOptions, 'maxRecords' | 'lingerMs' | 'concurrentPartitions' | 'onChunk' | 'onCaughtUp'>,
  signal: AbortSignal,
): Delivery {
  const { maxRecords, lingerMs = 0 } = options;
  const turns = createKeyedMutex(options.concurrentPartitions ?? false);
  const readings = new Map<string, Reading>();
  let busy = 0;
  let announced = false;
  /** After everything was read and before reading goes on. */
  let lingering: Promise<void> | null = null;
  let lingered = false;

  const counted = async <T>(turn: Promise<T>): Promise<T> => {
    busy++;
    try {
      return await turn;
    } finally {
      busy--;
    }
  };
  const alone = <T>(work: () => Promise<T>): Promise<T> => counted(turns.runExclusive(work));
  const isAllRead = (): boolean => [...readings.values()].every(({ next, end }) => next >= end);

  const announce = async (): Promise<void> => {
    if (announced || signal.aborted || !isAllRead()) return;
    announced = true;
    lingered = false;
    await options.onCaughtUp?.();
  };

  const linger = async (): Promise<void> => {
    lingering ??= rest(lingerMs, signal);
    await lingering;
    lingering = null;
    lingered = true;
  };

  const passOver = async (reading: Reading, next: number, end: number): Promise<void> => {
    reading.next = Math.max(reading.next, next);
    reading.end = Math.max(reading.end, end);
    if (!announced && isAllRead()) await alone(announce);
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
        turns.runFor(reading, async () => {
          if (signal.aborted || !isCurrent()) return false;
          announced = false;
          await options.onChunk({ topic, partition, records: chunk, end: reading.end });
          // What was handed over when it was somebody else's already may have been left undone.
          if (!isCurrent()) return false;
          reading.next = last + 1;
          return true;
        }),
      );
      if (!delivered || !isCurrent()) return true;
      await afterChunk(last);
      // A handler that never waits for I/O would keep timers and other roles of this thread from running.
      await nextTurn();
    }
    await passOver(reading, batch.next, batch.end);
    return true;
  };

  return {
    readings: () => [...readings.values()],
    find: (kafkaTopic, partition) => readings.get(`${kafkaTopic}|${partition}`),
    assign: (load) =>
      alone(async () => {
        if (signal.aborted) return;
        const loaded = await load();
        readings.clear();
        for (const reading of loaded) readings.set(`${reading.kafkaTopic}|${reading.partition}`, reading);
        announced = false;
        await announce();
      }),
    deliver,
    passOver,
    idle: () => alone(async () => undefined),
    isBusy: () => busy > 0,
  };
}
