import type { Consumer, ConsumerGroupJoinEvent, EachBatchPayload } from 'kafkajs';
import { withTimeout } from '../../../async/async.ts';
import type { ConsumeOptions } from '../../log.ts';
import { type CommittedOffsetReader, committedKey } from './committed-offsets.ts';
import type { Delivery } from '../consume/delivery.ts';
import type { KafkaEngine } from '../consume/engine.ts';
import { keepBeating } from './liveness.ts';
import { createOwnership, type Lease, type Ownership } from './lease.ts';
import { asksToRejoin, isRebalance } from '../client/errors.ts';
import { assignedPositions } from './assigned-positions.ts';
import { lagOf } from '../consume/lag.ts';
import { createProgressCommitter } from './commit-progress.ts';
import { type ControlBatches, createControlBatches } from './control-batches.ts';
import { createBatchDelivery } from './deliver-batch.ts';

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

type JoinEvent = Pick<ConsumerGroupJoinEvent['payload'], 'memberId' | 'memberAssignment'>;

/** Reactions of a group member to the events of kafkajs. */
export interface Membership extends Pick<ControlBatches, 'batchStarted' | 'batchEnded'> {
  /** Partitions were assigned: earlier chunks no longer count, and reading continues at the positions of the state. */
  readonly joined: (joined: JoinEvent) => void;
  /** The member is about to rejoin: until it has joined, other members may own the partitions. */
  readonly rejoining: () => void;
  /** Waits, for a limited time, until the current chunk is finished and committed: the next owner continues there. */
  readonly beforeJoining: () => Promise<void>;
  /** The coordinator accepted a heartbeat: partitions that this member gave up because its lease expired are still assigned to it. */
  readonly beatTaken: () => void;
  readonly eachBatch: (payload: EachBatchPayload) => Promise<void>;
  /** Records of the assigned partitions that were not delivered yet. */
  readonly lag: () => Promise<number>;
  /** Waits for the current chunk and commits its progress, if the group still accepts it. */
  readonly finish: () => Promise<void>;
}

const commitLimitMs = 2_000;
/** Share of a session that a member may delay its rejoin without a heartbeat. */
const releaseShare = 1 / 3;

export function createMembership(deps: MembershipDeps): Membership {
  const { engine, consumer, options, delivery, lease, signal, fail } = deps;
  const { timings, reader, logger } = engine;
  /** The current assignment; chunks of an earlier one are neither resolved nor committed. */
  let current: Ownership = createOwnership(lease);
  current.end();
  /** The assignment whose positions are known. */
  let settled: Ownership | null = null;
  let latest: JoinEvent | null = null;
  let memberBefore: string | null = null;
  /** Partitions are being revoked: no further chunk is started. */
  let leaving = false;
  let finishing = false;
  /** Was still owned when the member began to rejoin. */
  let rejoined: Ownership | null = null;
  let released: { readonly own: Ownership; readonly done: Promise<void> } | null = null;
  /** Between assignments, or looking up the start positions of one. */
  let assigning = true;
  let ready: Promise<void> = Promise.resolve();
  const topics = options.topics.map((topic) => ({ topic: engine.catalogue.topic(topic).kafkaTopic }));
  const committer = createProgressCommitter(consumer, options.offsetToCommit, logger);
  const controlBatches = createControlBatches(delivery, fail);
  const { deliver, seek } = createBatchDelivery({ engine, consumer, delivery, signal });

  const assign = async (
    { memberAssignment }: JoinEvent,
    own: Ownership,
    before: ReadonlyMap<string, number>,
  ): Promise<void> => {
    await delivery.assign(async () => {
      const readings = await assignedPositions(deps, memberAssignment, before, own.isOwned);
      if (!own.isOver() && !signal.aborted) readings.forEach((reading) => seek(reading));
      return readings;
    });
    if (own !== current) return;
    consumer.resume(topics);
    assigning = false;
    if (!own.isOver()) settled = own;
  };

  /** `before`: offsets reached in partitions that this member has owned without interruption. */
  const begin = (joined: JoinEvent, before: ReadonlyMap<string, number>): void => {
    current.end();
    settled = null;
    latest = joined;
    leaving = false;
    assigning = true;
    const own = createOwnership(lease);
    current = own;
    controlBatches.clear();
    // kafkajs would read from the committed offset and reset it if the log does not have it.
    consumer.pause(topics);
    ready = assign(joined, own, before).catch(fail);
  };

  const commit = async (own: Ownership): Promise<void> => {
    if (settled === own) await committer.commit(delivery.readings());
  };
  const timer = setInterval(() => {
    if (current.isOwned()) commit(current).catch(fail);
  }, timings.commitMs);

  /** Finishes the current chunk, writes nothing from then on, and commits its offsets, so the next owner continues there. */
  const release = (own: Ownership): Promise<void> => {
    if (released?.own !== own) released = { own, done: doRelease(own) };
    return released.done;
  };

  const doRelease = async (own: Ownership): Promise<void> => {
    leaving = true;
    await delivery.idle();
    if (own.isOver() && own !== rejoined) return;
    own.end();
    await options.onRevoke?.();
    await withTimeout(commit(own), commitLimitMs, () => undefined);
  };

  const rejoining = (): void => {
    assigning = true;
    leaving = true;
    if (!current.isOver()) rejoined = current;
    current.end();
  };

  const eachBatch = async (payload: EachBatchPayload): Promise<void> => {
    controlBatches.reached(payload.batch);
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
    const own = current;
    try {
      await ready;
      await deliver(payload, {
        isOver: () => own.isOver() || leaving,
        isCurrent: () => !leaving && own === current && own.isOwned(),
        check: async () => {
          await beat();
          beating.check();
        },
      });
      beating.check();
    } catch (error) {
      if (asksToRejoin(error)) await release(own);
      throw error;
    } finally {
      beating.stop();
    }
  };

  return {
    joined: (joined) => {
      // The coordinator assigns a new member id to a member that it had expelled.
      const unbroken = settled !== null && joined.memberId === memberBefore;
      const read = unbroken ? delivery.readings() : [];
      memberBefore = joined.memberId;
      begin(joined, new Map(read.map(({ topic, partition, next }) => [committedKey(topic, partition), next])));
    },
    rejoining,
    beforeJoining: async () => {
      rejoining();
      await withTimeout(release(current).catch(fail), timings.sessionMs * releaseShare, () => undefined);
    },
    beatTaken: () => {
      if (latest === null || finishing || assigning) return;
      // kafkajs does not see every rejected heartbeat and then does not rejoin; an accepted one proves the membership.
      if (leaving || current.isOver()) begin(latest, new Map());
    },
    eachBatch,
    batchStarted: controlBatches.batchStarted,
    batchEnded: controlBatches.batchEnded,
    lag: () => lagOf(delivery.readings(), reader),
    finish: async () => {
      clearInterval(timer);
      finishing = true;
      await release(current);
      current.end();
    },
  };
}
