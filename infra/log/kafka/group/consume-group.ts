import type { Consumer, EachBatchPayload } from 'kafkajs';
import { createDeferred, withTimeout } from '../../../async/async.ts';
import { RetryableError } from '../../../errors.ts';
import type { ConsumeOptions } from '../../log.ts';
import type { ReadLoop } from '../consume/consumption.ts';
import { createDelivery } from '../consume/delivery.ts';
import { createCommittedOffsetReader } from './committed-offsets.ts';
import type { KafkaEngine } from '../consume/engine.ts';
import { joinAfter } from './join-after.ts';
import { createLease } from './lease.ts';
import { createMembership, type Membership } from './membership.ts';
import { asksToRejoin, kafkaError } from '../client/errors.ts';
import { createWatchdog } from './liveness.ts';

/** Longest that leaving a group may take, milliseconds; after that, the other members wait for the session to time out. */
const leaveMs = 10_000;

/**
 * Shares the partitions of the topics with the other members of a group, through kafkajs's consumer. kafkajs does not report
 * revoked partitions; the lease detects them. Writes that were in flight when the lease expired may still arrive, so they
 * must be harmless. A second stall with nothing read in between ends the consumption.
 */
export function createGroupLoop(engine: KafkaEngine, group: string): ReadLoop {
  let stalledBefore = false;
  return async (options, signal) => {
    const progress = (): void => {
      stalledBefore = false;
    };
    const stalled = (lag: number): Error => {
      const message = `Kafka: the consumer of ${group} fetches nothing although ${lag} records wait`;
      if (stalledBefore) return new StalledError(`${message}, also after a restart`);
      stalledBefore = true;
      return new RetryableError(message);
    };
    await runSession(engine, { group, options, signal, progress, stalled });
  };
}

/** A new session stalled as well; only a new process may help. */
class StalledError extends Error {
  override readonly name = 'StalledError';
}

interface Session {
  readonly group: string;
  readonly options: ConsumeOptions;
  readonly signal: AbortSignal;
  readonly progress: () => void;
  readonly stalled: (lag: number) => Error;
}

async function runSession(engine: KafkaEngine, session: Session): Promise<void> {
  const { group, options, signal, progress } = session;
  const { timings, catalogue, logger } = engine;
  const groupId = `${catalogue.prefix}${group}`;
  const topics = options.topics.map((topic) => catalogue.topic(topic));
  const consumer = engine.kafka.consumer({
    groupId,
    sessionTimeout: timings.sessionMs,
    rebalanceTimeout: timings.rebalanceMs,
    heartbeatInterval: timings.heartbeatMs,
    maxWaitTimeInMs: timings.fetchWaitMs,
    maxBytesPerPartition: 2 ** 20,
    maxBytes: 16 * 2 ** 20,
    allowAutoTopicCreation: false,
    partitionAssigners: [joinAfter(() => membership.beforeJoining())],
    // An error that kafkajs cannot recover from ends the session; `startConsumption` starts a new one.
    retry: { retries: 8, initialRetryTime: 150, maxRetryTime: 2_000, restartOnFailure: async () => false },
  });
  const ended = createDeferred();
  // It may reject before it is awaited.
  ended.promise.catch(() => undefined);
  const end = (): void => ended.resolve();
  const fail = ended.reject;
  const delivery = createDelivery(options, signal);
  const lease = createLease({ ...timings, now: () => performance.now() });
  const offsets = createCommittedOffsetReader(engine.kafka, catalogue, groupId);
  const membership = createMembership({ engine, consumer, groupId, options, delivery, lease, offsets, signal, fail });
  const watchdog = createWatchdog({
    stallMs: timings.stallMs,
    isBusy: delivery.isBusy,
    lag: membership.lag,
    onStall: (lag) => fail(session.stalled(lag)),
  });
  consumer.on(consumer.events.GROUP_JOIN, ({ payload }) => {
    lease.begun();
    membership.joined(payload);
  });
  consumer.on(consumer.events.REBALANCING, membership.rejoining);
  consumer.on(consumer.events.REQUEST, ({ payload: { apiName, sentAt } }) => {
    if (apiName === 'Heartbeat') lease.beatSent(Date.now() - sentAt);
  });
  consumer.on(consumer.events.HEARTBEAT, () => {
    lease.beatTaken();
    membership.beatTaken();
  });
  consumer.on(consumer.events.START_BATCH_PROCESS, ({ payload }) => membership.batchStarted(payload));
  consumer.on(consumer.events.END_BATCH_PROCESS, ({ payload }) => {
    watchdog.sign();
    progress();
    membership.batchEnded(payload);
  });
  consumer.on(consumer.events.FETCH, watchdog.sign);
  consumer.on(consumer.events.CRASH, ({ payload }) => fail(crashed(payload.error, groupId)));
  signal.addEventListener('abort', end);
  if (signal.aborted) end();
  try {
    await consumer.connect();
    await consumer.subscribe({ topics: topics.map(({ kafkaTopic }) => kafkaTopic), fromBeginning: true });
    await consumer.run({
      autoCommit: false,
      eachBatchAutoResolve: false,
      partitionsConsumedConcurrently: topics.reduce((sum, { partitions }) => sum + partitions, 0),
      eachBatch: (payload) => handled(membership, payload, fail),
    });
    await ended.promise;
  } catch (error) {
    throw crashed(error, groupId);
  } finally {
    signal.removeEventListener('abort', end);
    watchdog.stop();
    await leave(consumer, membership).catch((error: unknown) => {
      logger?.warn({ err: error, group: groupId }, 'the group was not left cleanly');
    });
    await offsets.close().catch(() => undefined);
  }
}

/** Errors that kafkajs handles are rethrown to it: it rejoins the group, or retries. Every other error ends the session. */
async function handled(
  membership: Membership,
  payload: EachBatchPayload,
  fail: (error: unknown) => void,
): Promise<void> {
  try {
    await membership.eachBatch(payload);
  } catch (error) {
    if (asksToRejoin(error) || kafkaError(error, 'reading') instanceof RetryableError) throw error;
    fail(error);
  }
}

function crashed(error: unknown, groupId: string): Error {
  const known = kafkaError(error, `reading as ${groupId}`);
  if (known instanceof RetryableError || !asksToRejoin(error)) return known;
  return new RetryableError(known.message, { cause: error });
}

async function leave(consumer: Consumer, membership: Membership): Promise<void> {
  await membership.finish();
  await withTimeout(consumer.disconnect(), leaveMs, () => {
    throw new Error(`it took more than ${leaveMs} ms`);
  });
}
