import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import kafkajs, { type Admin } from 'kafkajs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { RetryableError, UsageError } from '../../infra/errors.ts';
import type { KafkaTimings } from '../../infra/log/kafka/client/options.ts';
import type { ConsumeOptions, Consumption, Log, CommittedOffset } from '../../infra/log/log.ts';
import { sharedBroker } from './support/broker.ts';
import { type KafkaUnderTest, openKafkaUnderTest, withLog } from './support/kafka-log.ts';
import { openShares, type Shares } from './support/shares.ts';
import { failureOf, numbered, numberIn, until } from './support/until.ts';
import { pause } from '../support/real-time.ts';

const { brokers } = await sharedBroker();
const test = suite('kafka: members of a group');

interface Member {
  readonly consumption: Consumption;
  readonly seen: number[];
  /** Partitions whose start position was requested at the last assignment, in that order. */
  assigned: number[];
}

/** A member with its own positions, as on its own host. */
function joinGroup(log: Log, given: Partial<ConsumeOptions> = {}): Member {
  const positions = new Map<number, number>();
  const seen: number[] = [];
  const member = { seen, assigned: [] as number[] };
  const consumption = log.consume({
    topics: ['observations'],
    group: 'members',
    maxRecords: 10,
    startAt: async (_, partition) => {
      member.assigned.push(partition);
      return positions.get(partition) ?? 0;
    },
    onChunk: async ({ partition, records }) => {
      seen.push(...records.map(numberIn));
      positions.set(partition, (records.at(-1)?.offset ?? 0) + 1);
    },
    ...given,
  });
  return Object.assign(member, { consumption });
}

interface Group {
  readonly log: Log;
  /** The same log, opened as by another process. */
  readonly other: Log;
  readonly kafka: KafkaUnderTest;
  /** The members of group `members`. */
  readonly shares: Shares;
}

/** Runs a test with a group whose members a busy machine does not take for dead: only what the test does ends a session. */
const withUnhurriedGroup = (body: (group: Group) => Promise<void>, timings?: Partial<KafkaTimings>): Promise<void> =>
  withLog(
    brokers,
    async (log, kafka, open) => {
      const shares = await openShares(brokers, `${kafka.prefix}members`);
      try {
        await body({ log, other: await open(), kafka, shares });
      } finally {
        await shares.close();
      }
    },
    { sessionMs: 30_000, rebalanceMs: 60_000, ...timings },
  );

async function withAdmin<T>(work: (admin: Admin) => Promise<T>): Promise<T> {
  const admin = new kafkajs.Kafka({ brokers: [...brokers], logLevel: kafkajs.logLevel.NOTHING }).admin();
  await admin.connect();
  try {
    return await work(admin);
  } finally {
    await admin.disconnect();
  }
}

/** The leader of a new topic may move once more on a busy broker, and the admin client does not refresh its metadata. */
const onceLed = (admin: Admin, topic: string): Promise<void> =>
  until('the topic has a leader', () =>
    admin.fetchTopicOffsets(topic).then(
      () => true,
      () => false,
    ),
  );

for (const group of ['members', null]) {
  test(`a position beyond the end is refused (${group ?? 'no group'})`, async () => {
    await withLog(brokers, async (log) => {
      await log.append([numbered(0, { partition: 1 })]);
      const { consumption } = joinGroup(log, { group, startAt: async (_, partition) => (partition === 1 ? 2 : 0) });
      const error = await failureOf(consumption.done);
      assert.instance(error, UsageError);
      assert.match(error.message, /observations, partition 1: offset 2/);
    });
  });

  test(`an error of the handler ends the consumption, also a RetryableError (${group ?? 'no group'})`, async () => {
    await withLog(brokers, async (log) => {
      await log.append([numbered(0)]);
      const mine = new RetryableError('mine');
      const { consumption } = joinGroup(log, { group, onChunk: () => Promise.reject(mine) });
      assert.is(await failureOf(consumption.done), mine);
      const other = joinGroup(log, { group, startAt: () => Promise.reject(mine) });
      assert.is(await failureOf(other.consumption.done), mine);
    });
  });

  test(`expired records are skipped where a topic has a retention (${group ?? 'no group'})`, async () => {
    await withLog(brokers, async (log, { prefix }) => {
      await log.append(Array.from({ length: 40 }, (_, n) => numbered(n, { topic: 'dead.letters', partition: 0 })));
      const topic = `${prefix}dead.letters`;
      const deleteBelow = (offset: string): Promise<void> =>
        withAdmin(async (admin) => {
          await onceLed(admin, topic);
          await admin.deleteTopicRecords({ topic, partitions: [{ partition: 0, offset }] });
        });
      await deleteBelow('10');
      assert.equal((await log.ranges('dead.letters'))[0], { partition: 0, low: 10, end: 40 });
      assert.is((await log.read({ topic: 'dead.letters', partition: 0, from: 0, maxRecords: 1 }))[0]?.offset, 10);
      const member = joinGroup(log, { group, topics: ['dead.letters'] });
      await until('the rest is read', () => member.seen.length === 30);
      assert.is(member.seen[0], 10);
      await member.consumption.stop();
    });
  });

  test(`records of committed transactions are read, those of aborted ones are not (${group ?? 'no group'})`, async () => {
    await withLog(brokers, async (log, { prefix }) => {
      const topic = `${prefix}observations`;
      const kafka = new kafkajs.Kafka({ brokers: [...brokers], logLevel: kafkajs.logLevel.NOTHING });
      const producer = kafka.producer({ idempotent: true, maxInFlightRequests: 1, transactionalId: prefix });
      await producer.connect();
      for (const n of [0, 1, 2, 3]) {
        const transaction = await producer.transaction();
        await transaction.send({ topic, messages: [{ key: 'k', value: String(n), partition: 0 }] });
        await (n % 2 === 0 ? transaction.commit() : transaction.abort());
      }
      await producer.disconnect();
      let caughtUp = 0;
      const member = joinGroup(log, {
        group,
        onCaughtUp: async () => {
          caughtUp++;
        },
      });
      await until(
        'it has caught up after the last transaction marker',
        () => caughtUp === 1 && member.seen.length === 2,
      );
      assert.equal(member.seen, [0, 2]);
      await log.append([numbered(9, { partition: 0 })]);
      await until('it continues reading', () => caughtUp === 2);
      assert.equal(member.seen, [0, 2, 9]);
      await member.consumption.stop();
    });
  });
}

test('members share the partitions, and the remaining member is assigned those of one that leaves', async () => {
  await withUnhurriedGroup(async ({ log, other, shares }) => {
    const one = joinGroup(log);
    await until('the first has all partitions', () => new Set(one.assigned).size === 3);
    const two = joinGroup(other);
    await shares.settled(2);
    assert.equal([...(await shares.now()).values()].sort(), [1, 2]);
    const numbers = Array.from({ length: 300 }, (_, n) => n);
    await log.append(numbers.map((n) => numbered(n)));
    await until('all records are read', () => new Set([...one.seen, ...two.seen]).size === 300);
    assert.is(one.seen.length + two.seen.length, 300, 'each record is read by one member');
    assert.ok(one.seen.length > 0 && two.seen.length > 0);
    await two.consumption.stop();
    await log.append(numbers.map((n) => numbered(300 + n)));
    await until('the remaining member reads all', () => one.seen.filter((n) => n >= 300).length === 300);
    await one.consumption.stop();
  });
});

test('a handler that takes longer than the session timeout keeps its partitions', async () => {
  const sessionMs = 4_000;
  await withUnhurriedGroup(
    async ({ log, other, shares }) => {
      const handled: number[] = [];
      let [next, isDone] = [0, false];
      const given: Partial<ConsumeOptions> = {
        startAt: async (_, partition) => (partition === 0 ? next : 0),
        onChunk: async ({ records }) => {
          handled.push(...records.map(numberIn));
          if (!isDone) await pause(2.5 * sessionMs);
          isDone = true;
          next = (records.at(-1)?.offset ?? 0) + 1;
        },
      };
      await log.append([numbered(0, { partition: 0 })]);
      const one = joinGroup(log, given);
      await until('the first member is processing the record', () => handled.length === 1);
      const two = joinGroup(other, given);
      await until('it is processed', () => isDone);
      await shares.settled(2);
      await log.append([numbered(1, { partition: 0 })]);
      await until('the next record is read', () => handled.includes(1));
      assert.equal(handled, [0, 1]);
      await Promise.all([one.consumption.stop(), two.consumption.stop()]);
    },
    { sessionMs },
  );
});

test('the group commits exactly the offsets that were processed', async () => {
  await withLog(brokers, async (log, { prefix }) => {
    await log.append(Array.from({ length: 30 }, (_, n) => numbered(n, { partition: 2 })));
    const member = joinGroup(log);
    await until('all are read', () => member.seen.length === 30);
    const committed = (): Promise<string | undefined> =>
      withAdmin(async (admin) => {
        const [found] = await admin.fetchOffsets({ groupId: `${prefix}members`, topics: [`${prefix}observations`] });
        return found?.partitions.find(({ partition }) => partition === 2)?.offset;
      });
    await until('the offset is committed while the member runs', async () => (await committed()) === '30');
    await log.append([numbered(30, { partition: 2 })]);
    await until('one more', () => member.seen.length === 31);
    await member.consumption.stop();
    assert.is(await committed(), '31');
  });
});

test('an idle member commits its offsets before other members are assigned its partitions', async () => {
  await withUnhurriedGroup(
    async ({ log, other }) => {
      for (const partition of [0, 1, 2]) await log.append([numbered(partition, { partition })]);
      let released = 0;
      let [caughtUp, caughtUpOfTwo] = [0, 0];
      const one = joinGroup(log, {
        offsetToCommit: (_topic, partition) => ({ offset: 1, metadata: `of ${partition}` }),
        onRevoke: async () => {
          // Time in which a broker could assign the partitions to the other member.
          for (let request = 0; request < 20; request += 1) await log.ranges('observations');
          released++;
        },
        onCaughtUp: async () => {
          caughtUp++;
        },
      });
      await until('all are read', () => one.seen.length === 3 && caughtUp > 0);
      const committedAtStart: (CommittedOffset | null)[] = [];
      const two = joinGroup(other, {
        startAt: async (_topic, _partition, { committed }) => {
          assert.is(released, 1);
          committedAtStart.push(committed);
          return committed?.offset ?? 0;
        },
        onCaughtUp: async () => {
          caughtUpOfTwo++;
        },
      });
      await until('the second member has read its partitions', () => committedAtStart.length > 0 && caughtUpOfTwo > 0);
      for (const committed of committedAtStart) assert.is(committed?.offset, 1);
      assert.is(two.seen.length, 0, 'no record is read again');
      await Promise.all([one.consumption.stop(), two.consumption.stop()]);
    },
    { commitMs: 600_000 },
  );
});

test('a log that ends before the committed offset is refused as a different log', async () => {
  await withLog(brokers, async (log) => {
    await log.append([numbered(0, { partition: 1 })]);
    const before = joinGroup(log, {
      offsetToCommit: (_, partition) => (partition === 1 ? { offset: 2, metadata: '' } : null),
    });
    await until('it is read', () => before.seen.length === 1);
    await before.consumption.stop();
    const member = joinGroup(log);
    const error = await failureOf(member.consumption.done);
    assert.instance(error, UsageError);
    assert.match(error.message, /observations, partition 1: .* committed offset 2, but the log ends at 1/);
    assert.equal(member.assigned, []);
  });
});

test('reading without a group leaves no group on the broker', async () => {
  await withLog(brokers, async (log, { prefix }) => {
    await log.append([numbered(0)]);
    const alone = joinGroup(log, { group: null });
    await until('it is read', () => alone.seen.length === 1);
    await alone.consumption.stop();
    const groups = await withAdmin(async (admin) => (await admin.listGroups()).groups);
    assert.equal(
      groups.filter(({ groupId }) => groupId.startsWith(prefix)),
      [],
    );
  });
});

test('R-26 a member that is suspended for longer than its session: no record is skipped', async () => {
  await withUnhurriedGroup(
    async ({ log, kafka }) => {
      const shares = await openShares(brokers, `${kafka.prefix}contract-fold`);
      const written = new Set<number>();
      const outputs = joinGroup(log, {
        topics: ['changes'],
        group: null,
        onChunk: async ({ records }) => {
          for (const record of records) written.add(numberIn(record));
        },
      });
      const count = 3_000;
      await log.append(Array.from({ length: count }, (_, n) => numbered(n)));
      const child = spawn(
        process.execPath,
        [
          ...['--import', 'tsx', fileURLToPath(new URL('../contracts/log-child.ts', import.meta.url))],
          'fold',
          '20',
          'endless',
        ],
        {
          env: { ...process.env, LOG_CONTRACT_ADAPTER: 'kafka', LOG_CONTRACT_KAFKA: JSON.stringify(kafka) },
          stdio: ['ignore', 'ignore', 'inherit'],
        },
      );
      try {
        await until('the child folds', () => written.size > 0);
        child.kill('SIGSTOP');
        const directory = mkdtempSync(join(tmpdir(), 'attestry-kafka-'));
        const here = await openKafkaUnderTest({ ...kafka, directory });
        const store = here.openStore('contract-fold', 'data');
        const member = joinGroup(here.log, {
          group: 'contract-fold',
          maxRecords: 200,
          startAt: async (topic, partition) => store.position(topic, partition) ?? 0,
          onChunk: async ({ topic, partition, records }) => {
            await store.commit({
              partition,
              writes: new Map(),
              positions: [{ topic, partition, next: (records.at(-1)?.offset ?? 0) + 1 }],
              outputs: records.map((record) => numbered(numberIn(record), { topic: 'changes' })),
            });
          },
        });
        await until('this member is assigned all partitions and catches up', () => written.size === count);
        await shares.settled(1);
        child.kill('SIGCONT');
        await log.append(Array.from({ length: 500 }, (_, n) => numbered(count + n)));
        await shares.settled(2);
        await until('both members continue', () => written.size === count + 500);
        await member.consumption.stop();
        await log.append(Array.from({ length: 100 }, (_, n) => numbered(count + 500 + n)));
        await until('the child continues alone', () => written.size === count + 600);
        await outputs.consumption.stop();
        await here.close();
        rmSync(directory, { recursive: true, force: true });
      } finally {
        child.kill('SIGKILL');
        await shares.close();
      }
    },
    { sessionMs: 6_000 },
  );
});

test.run();
