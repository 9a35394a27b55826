import type { Consumer, EachBatchPayload, IMemberAssignment } from 'kafkajs';
import type { ConsumeOptions } from '../log.ts';
import { rest } from './back-off.ts';
import type { Delivery, Reading } from './delivery.ts';
import type { KafkaEngine } from './engine.ts';
import { keepBeating } from './heartbeat.ts';
import type { DecodedBatch } from './internals.ts';
import { fetchedBatch } from './records.ts';
import { startPositions } from './start-positions.ts';

export interface MembershipDeps {
  readonly engine: KafkaEngine;
  readonly consumer: Consumer;
  readonly options: ConsumeOptions;
  readonly delivery: Delivery;
  readonly signal: AbortSignal;
  readonly fail: (error: unknown) => void;
}

interface BatchEvent {
  readonly topic: string;
  readonly partition: number;
  readonly lastOffset: string;
  readonly highWatermark: string;
}

/** What a member of a group does with what kafkajs tells it. */
export interface Membership {
  /** Partitions were given out: earlier chunks no longer count, and reading goes on where the state says. */
  readonly joined: (assignment: IMemberAssignment) => void;
  readonly eachBatch: (payload: EachBatchPayload) => Promise<void>;
  /** Batches of nothing but control records never reach `eachBatch`; these two events tell of them. */
  readonly batchStarted: (event: BatchEvent) => void;
  readonly batchEnded: (event: BatchEvent) => void;
  /** Records that are there and were not handed over. */
  readonly lag: () => Promise<number>;
  /** Waits for the chunk in hand and commits what was handed over, as far as the group still lets it. */
  readonly finish: () => Promise<void>;
}

const commitLimitMs = 2_000;

export function createMembership(deps: MembershipDeps): Membership {
  const { engine, consumer, options, delivery, signal, fail } = deps;
  const { timings, reader, catalogue, logger } = engine;
  /** Counts the assignments. A chunk of an earlier one is neither resolved nor committed. */
  let epoch = 0;
  let ready: Promise<void> = Promise.resolve();
  let latest: EachBatchPayload | null = null;
  const started = new Set<string>();
  const committed = new WeakMap<Reading, number>();

  const assign = async (assignment: IMemberAssignment, own: number): Promise<void> => {
    await delivery.assign(async () => {
      const readings: Reading[] = [];
      for (const topic of options.topics) {
        const partitions = assignment[catalogue.topic(topic).kafkaTopic] ?? [];
        if (partitions.length > 0) {
          readings.push(...(await startPositions(engine, topic, partitions, options.startAt)));
        }
      }
      if (own === epoch && !signal.aborted) readings.forEach((reading) => seek(reading));
      return readings;
    });
  };

  const seek = ({ kafkaTopic, partition, next }: Reading): void =>
    consumer.seek({ topic: kafkaTopic, partition, offset: String(next) });

  /** A hint for lag monitors and for hosts without state, so it neither keeps anybody waiting nor fails anything. */
  const commit = async (): Promise<void> => {
    const payload = latest;
    const offsets = delivery.readings().filter((reading) => committed.get(reading) !== reading.next);
    if (payload === null || offsets.length === 0) return;
    const own = epoch;
    const next = new Map(offsets.map((reading) => [reading, reading.next]));
    const topics = offsets.map((reading) => {
      return {
        topic: reading.kafkaTopic,
        partitions: [{ partition: reading.partition, offset: String(reading.next) }],
      };
    });
    try {
      await payload.commitOffsetsIfNecessary({ topics });
      if (own === epoch) for (const [reading, offset] of next) committed.set(reading, offset);
    } catch (error) {
      logger?.debug({ err: error }, 'offsets were not committed to the group; positions are kept with the state');
    }
  };
  const timer = setInterval(() => {
    commit().catch(fail);
  }, timings.commitMs);

  const eachBatch = async (payload: EachBatchPayload): Promise<void> => {
    const { batch } = payload;
    const { topic, partition } = batch;
    started.delete(`${topic}|${partition}`);
    latest = payload;
    const beating = keepBeating(() => payload.heartbeat(), timings.heartbeatMs);
    try {
      await ready;
      const own = epoch;
      const reading = delivery.find(topic, partition);
      const isCurrent = (): boolean => own === epoch && payload.isRunning() && !payload.isStale();
      if (reading === undefined || signal.aborted || !isCurrent()) return;
      const fetched = fetchedBatch(batch as unknown as DecodedBatch);
      if (!(await followsOn(reading, fetched.from, fetched.end))) {
        seek(reading);
        return;
      }
      const complete = await delivery.deliver(reading, fetched, {
        isCurrent,
        afterChunk: async (lastOffset) => {
          payload.resolveOffset(String(lastOffset));
          await payload.heartbeat();
          beating.check();
        },
      });
      if (complete && isCurrent() && reading.next >= fetched.next) payload.resolveOffset(batch.lastOffset());
    } finally {
      beating.stop();
    }
  };

  /** Whether nothing is missing between what was handed over and what was fetched. */
  const followsOn = async (reading: Reading, from: number, end: number): Promise<boolean> => {
    if (from <= reading.next && reading.next <= end) return true;
    const [now] = await startPositions(engine, reading.topic, [reading.partition], async () => reading.next);
    if (now !== undefined) reading.next = now.next;
    return from <= reading.next;
  };

  return {
    joined: (assignment) => {
      const own = ++epoch;
      started.clear();
      ready = assign(assignment, own).catch(fail);
    },
    eachBatch,
    batchStarted: ({ topic, partition }) => void started.add(`${topic}|${partition}`),
    batchEnded: ({ topic, partition, lastOffset, highWatermark }) => {
      const reading = delivery.find(topic, partition);
      if (!started.delete(`${topic}|${partition}`) || reading === undefined) return;
      delivery.passOver(reading, Number(lastOffset) + 1, Number(highWatermark)).catch(fail);
    },
    lag: async () => {
      let lag = 0;
      for (const { kafkaTopic, partition, next } of delivery.readings()) {
        const [range] = await reader.ranges(kafkaTopic, [partition]);
        lag += Math.max(0, (range?.end ?? 0) - Math.max(next, range?.low ?? 0));
      }
      return lag;
    },
    finish: async () => {
      clearInterval(timer);
      await delivery.idle();
      const limit = new AbortController();
      await Promise.race([commit(), rest(commitLimitMs, limit.signal)]);
      limit.abort();
    },
  };
}
