import type { EachBatchPayload } from 'kafkajs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createDelivery } from '../../../../../infra/log/kafka/consume/delivery.ts';
import { timingsOf } from '../../../../../infra/log/kafka/client/options.ts';
import { createLease } from '../../../../../infra/log/kafka/group/lease.ts';
import {
  createMembership,
  type Membership,
  type MembershipDeps,
} from '../../../../../infra/log/kafka/group/membership.ts';
import type { ConsumeOptions } from '../../../../../infra/log/log.ts';
import { startVirtualTime, type VirtualTime } from '../../../../support/virtual-time.ts';

const kafkaTopic = 't.observations';
const joined = { memberId: 'm', memberAssignment: { [kafkaTopic]: [0] } };
const heartbeatMs = 5;

let time: VirtualTime;
test.before.each(() => {
  time = startVirtualTime();
});
test.after.each(() => time.end());

interface Member {
  readonly membership: Membership;
  /** Delivered offsets. */
  readonly seen: readonly number[];
  /** Number of calls of startAt. */
  readonly asked: () => number;
}

function newMember(): Member {
  const seen: number[] = [];
  let asked = 0;
  const options: ConsumeOptions = {
    topics: ['observations'],
    group: 'members',
    maxRecords: 10,
    startAt: async () => {
      asked += 1;
      return seen.length;
    },
    onChunk: async ({ records }) => {
      await time.advance(4 * heartbeatMs);
      seen.push(...records.map(({ offset }) => offset));
    },
  };
  const { signal } = new AbortController();
  const timings = timingsOf({ timings: { heartbeatMs, commitMs: 60_000 } });
  const lease = createLease({ ...timings, now: time.now });
  lease.begun();
  const none = (): void => undefined;
  const deps = {
    engine: {
      timings,
      logger: undefined,
      catalogue: { topic: () => ({ kafkaTopic, partitions: 1 }) },
      reader: { ranges: async () => [{ partition: 0, low: 0, end: 100 }] },
      lossOf: () => undefined,
    },
    consumer: { seek: none, pause: none, resume: none, commitOffsets: async () => undefined },
    groupId: 'members',
    options,
    delivery: createDelivery(options, signal),
    lease,
    offsets: { read: async () => new Map(), close: async () => undefined },
    signal,
    fail: (error: unknown) => assert.unreachable(String(error)),
  } as unknown as MembershipDeps;
  return { membership: createMembership(deps), seen, asked: () => asked };
}

/** A batch of one record. */
function batchAt(offset: number, heartbeat: () => Promise<void>): EachBatchPayload {
  const message = { offset: String(offset), timestamp: '0', key: null, value: Buffer.from('v'), headers: {} };
  return {
    batch: {
      topic: kafkaTopic,
      partition: 0,
      fetchedOffset: String(offset),
      highWatermark: '100',
      messages: [message],
      rawMessages: [message],
      lastOffset: () => String(offset),
    },
    heartbeat,
    isRunning: () => true,
    isStale: () => false,
    resolveOffset: () => undefined,
  } as unknown as EachBatchPayload;
}

const taken = async (): Promise<void> => undefined;

for (const type of ['NOT_COORDINATOR_FOR_GROUP', 'ILLEGAL_GENERATION']) {
  test(`a heartbeat rejected (${type}) after the batch, unnoticed by kafkajs, then accepted: the member continues`, async () => {
    const { membership, seen, asked } = newMember();
    membership.joined(joined);
    const late: (() => void)[] = [];
    let beats = 0;
    await membership.eachBatch(
      batchAt(0, () => {
        beats += 1;
        if (beats > 1) return taken();
        return new Promise((_, reject) => late.push(() => reject(Object.assign(new Error('refused'), { type }))));
      }),
    );
    assert.equal(seen, [0]);
    assert.is(late.length, 1);
    late[0]?.();
    await time.advance(1);
    membership.beatTaken();
    await membership.eachBatch(batchAt(1, taken));
    assert.equal(seen, [0, 1]);
    assert.is(asked(), 2, 'it requested the start offsets again');
    await membership.finish();
  });
}

test('a rejected heartbeat after which kafkajs does not rejoin: the member continues once heartbeats are accepted', async () => {
  const { membership, seen } = newMember();
  membership.joined(joined);
  const refused = Object.assign(new Error('refused'), { type: 'NOT_COORDINATOR_FOR_GROUP' });
  const failing = batchAt(0, () => Promise.reject(refused));
  const broken = { ...failing, resolveOffset: () => assert.unreachable('resolved') };
  await membership.eachBatch(broken).catch(() => undefined);
  membership.beatTaken();
  await membership.eachBatch(batchAt(seen.length, taken));
  assert.ok(seen.length > 1);
  await membership.finish();
});

test('a heartbeat accepted during finish starts no assignment', async () => {
  const { membership, asked } = newMember();
  membership.joined(joined);
  await membership.eachBatch(batchAt(0, taken));
  await membership.finish();
  membership.beatTaken();
  await time.advance(5);
  assert.is(asked(), 1);
});

test('a heartbeat accepted during a rejoin starts no assignment', async () => {
  const { membership, asked } = newMember();
  membership.joined(joined);
  await membership.eachBatch(batchAt(0, taken));
  membership.rejoining();
  membership.beatTaken();
  await time.advance(5);
  assert.is(asked(), 1);
  await membership.finish();
});

test.run();
