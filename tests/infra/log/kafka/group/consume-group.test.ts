import type { ConsumerConfig } from 'kafkajs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { RetryableError } from '../../../../../infra/errors.ts';
import { createGroupLoop } from '../../../../../infra/log/kafka/group/consume-group.ts';
import { startConsumption } from '../../../../../infra/log/kafka/consume/consumption.ts';
import type { KafkaEngine } from '../../../../../infra/log/kafka/consume/engine.ts';
import { timingsOf } from '../../../../../infra/log/kafka/client/options.ts';
import { UnreadableBatch } from '../../../../../infra/log/kafka/client/unreadable-batch.ts';
import type { ConsumeOptions, Consumption } from '../../../../../infra/log/log.ts';
import { failureOf } from '../../../../support/failure-of.ts';
import { startVirtualTime, type VirtualTime } from '../../../../support/virtual-time.ts';

const kafkaTopic = 't.observations';
const stallMs = 60;
const join = { memberId: 'm', memberAssignment: { [kafkaTopic]: [0] } };

/** Events of a running consumer. */
type Life = (emit: (event: string, payload: unknown) => void) => void;

const eventNames = [
  ...['GROUP_JOIN', 'REBALANCING', 'REQUEST', 'HEARTBEAT', 'START_BATCH_PROCESS', 'END_BATCH_PROCESS', 'FETCH'],
  ...['CRASH', 'DISCONNECT', 'STOP', 'CONNECT'],
];

interface FakeGroup {
  readonly engine: KafkaEngine;
  /** Settings of each created consumer. */
  readonly made: readonly ConsumerConfig[];
  /** Disconnected consumers. */
  readonly left: () => number;
}

/** A broker with `end` records, and a script for each consumer; further consumers repeat the last script. */
function fakeGroup(lives: readonly Life[], end = 100): FakeGroup {
  const made: ConsumerConfig[] = [];
  let left = 0;
  const consumer = (config: ConsumerConfig): unknown => {
    const life = lives[Math.min(made.length, lives.length - 1)];
    made.push(config);
    const listeners = new Map<string, (event: { readonly payload: unknown }) => void>();
    const none = (): void => undefined;
    return {
      events: Object.fromEntries(eventNames.map((name) => [name, name])),
      on: (name: string, listener: (event: { readonly payload: unknown }) => void) => listeners.set(name, listener),
      connect: async () => undefined,
      subscribe: async () => undefined,
      run: async () => life?.((event, payload) => listeners.get(event)?.({ payload })),
      disconnect: async () => {
        left += 1;
      },
      seek: none,
      pause: none,
      resume: none,
      commitOffsets: async () => undefined,
    };
  };
  const admin = {
    connect: async () => undefined,
    disconnect: async () => undefined,
    fetchOffsets: async () => [],
  };
  const engine = {
    kafka: { consumer, admin: () => admin },
    timings: timingsOf({ timings: { stallMs, commitMs: 60_000, firstRetryMs: 1, longestRetryMs: 2 } }),
    logger: undefined,
    catalogue: { prefix: 't.', topic: () => ({ kafkaTopic, partitions: 1 }) },
    lossOf: () => undefined,
    reader: { ranges: async () => [{ partition: 0, low: 0, end }] },
  };
  return { engine: engine as unknown as KafkaEngine, made, left: () => left };
}

const options: ConsumeOptions = {
  topics: ['observations'],
  group: 'members',
  maxRecords: 10,
  startAt: async () => 0,
  onChunk: async () => undefined,
};

let time: VirtualTime;
test.before.each(() => {
  time = startVirtualTime();
});
test.after.each(() => time.end());

/** The error with which a consumption ends. */
const endOf = (consumption: Consumption): Promise<Error> => time.during(failureOf(consumption.done));

const start = ({ engine }: FakeGroup): Consumption =>
  startConsumption(engine, options, createGroupLoop(engine, 'members'), () => undefined);

const silent: Life = (emit) => emit('GROUP_JOIN', join);
const reading: Life = (emit) => {
  emit('GROUP_JOIN', join);
  emit('END_BATCH_PROCESS', { topic: kafkaTopic, partition: 0, lastOffset: '0', highWatermark: '100' });
};
const crash =
  (error: Error): Life =>
  (emit) => {
    emit('GROUP_JOIN', join);
    emit('CRASH', { error });
  };
const named = (name: string, members: object = {}): Error =>
  Object.assign(new Error('what happened'), { name, ...members });

test('a consumer that fetches nothing despite lag is replaced once; a second stall ends the consumption', async () => {
  const group = fakeGroup([silent]);
  const error = await endOf(start(group));
  assert.is(error.name, 'StalledError');
  assert.not.instance(error, RetryableError);
  assert.match(error.message, /t\.members|members.*100 records wait, also after a restart/);
  assert.is(group.made.length, 2);
  assert.is(group.left(), 2, 'it leaves the group each time');
});

test('after a stall with reads since the last one, the consumer is replaced again', async () => {
  const group = fakeGroup([silent, reading, silent]);
  const error = await endOf(start(group));
  assert.is(error.name, 'StalledError');
  assert.is(group.made.length, 3, 'the second one stalled as well, but had read');
});

test('a consumer without lag is not stalled', async () => {
  const group = fakeGroup([silent], 0);
  const consumption = start(group);
  await time.advance(4 * stallMs);
  assert.is(group.made.length, 1);
  await time.during(consumption.stop());
});

const crashes: readonly (readonly [title: string, error: Error, isTriedAgain: boolean])[] = [
  ['brokers out of reach', named('KafkaJSConnectionError', { code: 'ECONNREFUSED' }), true],
  ['retries that ended', named('KafkaJSNumberOfRetriesExceeded'), true],
  ['a generation that is over', named('KafkaJSProtocolError', { type: 'ILLEGAL_GENERATION' }), true],
  ['a member that is unknown', named('KafkaJSProtocolError', { type: 'UNKNOWN_MEMBER_ID' }), true],
  ['a fault of the client', new TypeError('undefined is not a function'), false],
  ['a refusal that stays', named('KafkaJSProtocolError', { type: 'INVALID_GROUP_ID' }), false],
  ['no right to read', named('KafkaJSProtocolError', { type: 'GROUP_AUTHORIZATION_FAILED' }), false],
  [
    'a batch that cannot be decompressed',
    named('KafkaJSNumberOfRetriesExceeded', { cause: new UnreadableBatch('it is cut short') }),
    false,
  ],
];
for (const [title, error, isTriedAgain] of crashes) {
  test(`a crash, ${title}: ${isTriedAgain ? 'another consumer is made' : 'the consumption ends'}`, async () => {
    const group = fakeGroup([crash(error), reading], 0);
    const consumption = start(group);
    if (isTriedAgain) {
      await time.advance(10);
      assert.is(group.made.length, 2);
      await time.during(consumption.stop());
      assert.is(group.made.length, 2);
    } else {
      const failed = await endOf(consumption);
      assert.not.instance(failed, RetryableError);
      assert.is(group.made.length, 1);
    }
    assert.is(group.left(), group.made.length);
  });
}

test('kafkajs does not restart the consumer, the session loop does', async () => {
  const group = fakeGroup([silent], 0);
  const consumption = start(group);
  await time.advance(10);
  const [config] = group.made;
  assert.is(await config?.retry?.restartOnFailure?.(new Error('any')), false);
  assert.is(config?.groupId, 't.members');
  await time.during(consumption.stop());
  assert.is(group.left(), 1);
});

test.run();
