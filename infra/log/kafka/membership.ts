import type { Consumer, ConsumerGroupJoinEvent, EachBatchPayload } from 'kafkajs';
import type { ConsumeOptions } from '../log.ts';
import { atMost, rest } from './back-off.ts';
import { type CommittedOffsetReader, committedKey } from './committed.ts';
import type { Delivery, Reading } from './delivery.ts';
import type { KafkaEngine } from './engine.ts';
import { keepBeating } from './heartbeat.ts';
import { createOwnership, type Ownership } from './holding.ts';
import type { DecodedBatch } from './internals.ts';
import { asksToRejoin, isRebalance } from './kafka-errors.ts';
import type { Lease } from './lease.ts';
import { fetchedBatch } from './records.ts';
import { assignedPositions } from './assigned-positions.ts';
import { startPositions } from './start-positions.ts';
import { createProgressCommitter } from './commit-progress.ts';

export interface MembershipDeps {
  readonly engine: KafkaEngine;
  readonly consumer: Consumer;
  readonly groupId: string;
  readonly options: ConsumeOptions;
  readonly delivery: Delivery;
  readonly lease: Lease;
  readonly offsets: CommittedOffsetReader;
  readonly signal: AbortSignal;
  readonly fail: (error: unknown) => void;
}

interface BatchEvent {
  readonly topic: string;
  readonly partition: number;
  readonly lastOffset: string;
  readonly highWatermark: string;
}

type Joined = Pick<ConsumerGroupJoinEvent['payload'], 'memberId' | 'memberAssignment'>;

/** What a member of a group does with what kafkajs tells it. */
export interface Membership {
  /** Partitions were given out: earlier chunks no longer count, and reading goes on where the state says. */
  readonly joined: (joined: Joined) => void;
  /** The group is about to be joined anew: until then, the partitions may be somebody else's. */
  readonly rejoining: () => void;
  /** Waits, a while, until what is in hand is finished and told: the others go on from there. */
  readonly beforeJoining: () => Promise<void>;
  /** A beat was taken: partitions that were given up because of silence are this member's all the same. */
  readonly beatTaken: () => void;
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
/** Share of a session that a member may keep the group waiting without a beat. */
const releaseShare = 1 / 3;
/** Between two looks whether partitions that were given up are this member's again. */
const idleMs = 50;

export function createMembership(deps: MembershipDeps): Membership {
  const { engine, consumer, options, delivery, lease, signal, fail } = deps;
  const { timings, reader, logger } = engine;
  /** The assignment in force; chunks of an earlier one are neither resolved nor committed. */
  let holding: Ownership = createOwnership(lease);
  holding.end();
  /** The assignment whose positions are known. */
  let settled: Ownership | null = null;
  let latest: Joined | null = null;
  let memberBefore: string | null = null;
  /** Asked to give partitions back: no further chunk is begun. */
  let leaving = false;
  let finishing = false;
  /** Held until the group was to be joined anew. */
  let rejoined: Ownership | null = null;
  let letGo: { readonly own: Ownership; readonly done: Promise<void> } | null = null;
  /** Between assignments, or finding out where to start in one. */
  let assigning = true;
  let ready: Promise<void> = Promise.resolve();
  const started = new Set<string>();
  const topics = options.topics.map((topic) => ({ topic: engine.catalogue.topic(topic).kafkaTopic }));
  const telling = createProgressCommitter(consumer, options.offsetToCommit, logger);

  const assign = async (
    { memberAssignment }: Joined,
    own: Ownership,
    before: ReadonlyMap<string, number>,
  ): Promise<void> => {
    await delivery.assign(async () => {
      const readings = await assignedPositions(deps, memberAssignment, before, own.isOwned);
      if (!own.isOver() && !signal.aborted) readings.forEach((reading) => seek(reading));
      return readings;
    });
    if (own !== holding) return;
    consumer.resume(topics);
    assigning = false;
    if (!own.isOver()) settled = own;
  };

  const seek = ({ kafkaTopic, partition, next }: Reading): void =>
    consumer.seek({ topic: kafkaTopic, partition, offset: String(next) });

  /** `before`: what was read without a break, so that nobody else can have had it. */
  const begin = (joined: Joined, before: ReadonlyMap<string, number>): void => {
    holding.end();
    settled = null;
    latest = joined;
    leaving = false;
    assigning = true;
    const own = createOwnership(lease);
    holding = own;
    started.clear();
    // kafkajs would read from what the group was told, and where that is not in the log, have it forgotten.
    consumer.pause(topics);
    ready = assign(joined, own, before).catch(fail);
  };

  const commit = async (own: Ownership): Promise<void> => {
    if (settled === own) await telling.commit(delivery.readings());
  };
  const timer = setInterval(() => {
    if (holding.isOwned()) commit(holding).catch(fail);
  }, timings.commitMs);

  /** Finishes what is in hand, writes nothing from then on, and tells how far it came: so nobody does it again. */
  const release = (own: Ownership): Promise<void> => {
    if (letGo?.own !== own) letGo = { own, done: doRelease(own) };
    return letGo.done;
  };

  const doRelease = async (own: Ownership): Promise<void> => {
    leaving = true;
    await delivery.idle();
    if (own.isOver() && own !== rejoined) return;
    own.end();
    await options.onRevoke?.();
    await atMost(commitLimitMs, commit(own));
  };

  const rejoining = (): void => {
    assigning = true;
    leaving = true;
    if (!holding.isOver()) rejoined = holding;
    holding.end();
  };

  const eachBatch = async (payload: EachBatchPayload): Promise<void> => {
    const { topic, partition } = payload.batch;
    started.delete(`${topic}|${partition}`);
    const beat = async (): Promise<void> => {
      try {
        await payload.heartbeat();
      } catch (error) {
        if (isRebalance(error)) lease.rebalancing();
        if (asksToRejoin(error)) leaving = true;
        throw error;
      }
    };
    const beating = keepBeating(beat, timings.heartbeatMs);
    const own = holding;
    try {
      await ready;
      await deliver(payload, own, async () => {
        await beat();
        beating.check();
      });
      beating.check();
    } catch (error) {
      if (asksToRejoin(error)) await release(own);
      throw error;
    } finally {
      beating.stop();
    }
  };

  const deliver = async (payload: EachBatchPayload, own: Ownership, check: () => Promise<void>): Promise<void> => {
    const { batch } = payload;
    const reading = delivery.find(batch.topic, batch.partition);
    const isCurrent = (): boolean =>
      !leaving && own === holding && own.isOwned() && payload.isRunning() && !payload.isStale();
    if (own.isOver() || leaving) {
      await rest(idleMs, signal);
      await check();
      return;
    }
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
        await check();
      },
    });
    if (complete && isCurrent() && reading.next >= fetched.next) payload.resolveOffset(batch.lastOffset());
  };

  /** Whether nothing is missing between what was handed over and what was fetched. */
  const followsOn = async (reading: Reading, from: number, end: number): Promise<boolean> => {
    if (from <= reading.next && reading.next <= end) return true;
    const [now] = await startPositions(engine, reading.topic, [reading.partition], async () => reading.next);
    if (now !== undefined) reading.next = now.next;
    return from <= reading.next;
  };

  return {
    joined: (joined) => {
      // A member that was thrown out gets another id when it joins again.
      const unbroken = settled !== null && joined.memberId === memberBefore;
      const read = unbroken ? delivery.readings() : [];
      memberBefore = joined.memberId;
      begin(joined, new Map(read.map(({ topic, partition, next }) => [committedKey(topic, partition), next])));
    },
    rejoining,
    beforeJoining: async () => {
      rejoining();
      await atMost(timings.sessionMs * releaseShare, release(holding).catch(fail));
    },
    beatTaken: () => {
      if (latest === null || finishing || assigning) return;
      // Not every refusal of a beat reaches kafkajs, which then does not join again: what counts is that it is a member.
      if (leaving || holding.isOver()) begin(latest, new Map());
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
      finishing = true;
      await release(holding);
      holding.end();
    },
  };
}
