import { randomBytes } from 'node:crypto';
import kafkajs from 'kafkajs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { RetryableError } from '../../infra/errors.ts';
import type { Log } from '../../infra/log/log.ts';
import { sharedBroker } from './support/broker.ts';
import { withLog } from './support/kafka-log.ts';
import { failureOf, numbered, numberIn, numbersIn, until } from './support/until.ts';
import { nextTurn } from '../support/next-turn.ts';
import { pause } from '../support/real-time.ts';

const broker = await sharedBroker();
const test = suite('kafka: brokers that freeze, crash and restart');

interface AppendLoop {
  /** Resolves when so many further records are acknowledged. */
  readonly next: (count: number) => Promise<void>;
  /** Returns the acknowledged numbers in order. */
  readonly stop: () => Promise<readonly number[]>;
}

/** Appends one record after the other until `stop` is called. */
function keepAppending(log: Log): AppendLoop {
  const acknowledged: number[] = [];
  let stopping = false;
  const run = async (): Promise<readonly number[]> => {
    for (let n = 0; !stopping; n++) {
      await log.append([numbered(n, { partition: 0 })]);
      acknowledged.push(n);
      await pause(5);
    }
    return acknowledged;
  };
  const done = run();
  done.catch(() => undefined);
  return {
    next: (count) => {
      const wanted = acknowledged.length + count;
      return Promise.race([
        until(`${count} further records are acknowledged`, () => acknowledged.length >= wanted),
        done.then(() => undefined),
      ]);
    },
    stop: () => {
      stopping = true;
      return done;
    },
  };
}

/** Milliseconds that a request may take in these tests; the broker is frozen for longer. */
const requestMs = 1_000;
const frozenMs = 8 * requestMs;

/** Returns the numbers acknowledged to a client that appends before, while and after the broker is frozen. */
async function acknowledgedOverFreeze(log: Log, before: number): Promise<readonly number[]> {
  const appending = keepAppending(log);
  await appending.next(before);
  await broker.freeze();
  await pause(frozenMs);
  await broker.thaw();
  await appending.next(50);
  return appending.stop();
}

/** First occurrence of each number; later ones are retries. */
const firstOf = (numbers: readonly number[]): readonly number[] => [...new Set(numbers)];

test('after a request that was refused in part, the broker does not take the next one for a retry', async () => {
  await withLog(broker.brokers, async (log, { prefix }) => {
    const admin = new kafkajs.Kafka({ brokers: [...broker.brokers], logLevel: kafkajs.logLevel.NOTHING }).admin();
    await admin.connect();
    const configEntries = [{ name: 'max.message.bytes', value: '1000' }];
    const resources = [{ type: kafkajs.ConfigResourceTypes.TOPIC, name: `${prefix}changes`, configEntries }];
    await admin.alterConfigs({ validateOnly: false, resources });
    await admin.disconnect();
    const tooLarge = numbered(0, { topic: 'changes', partition: 0, value: randomBytes(3_000) });
    const error = await failureOf(log.append([numbered(1, { partition: 0 }), tooLarge]));
    assert.not.instance(error, RetryableError);
    assert.match(error.message, /appending to .*changes failed/);
    const [position] = await log.append([numbered(2, { partition: 0 })]);
    assert.equal(await numbersIn(log), [1, 2]);
    assert.is(position?.offset, 1);
  });
});

test('requests that fail while a broker is frozen lose no record that is acknowledged later', async () => {
  const timings = { requestMs, connectMs: 1_000, producerRetries: 1 };
  await withLog(
    broker.brokers,
    async (log) => {
      const acknowledged = await acknowledgedOverFreeze(log, 30);
      assert.equal(firstOf(await numbersIn(log)), acknowledged, 'all of them, in order');
    },
    timings,
  );
});

test('requests that are retried while a broker is frozen write no record twice', async () => {
  await withLog(
    broker.brokers,
    async (log) => {
      const acknowledged = await acknowledgedOverFreeze(log, 20);
      assert.equal(await numbersIn(log), acknowledged, 'each of them once, in order');
    },
    { requestMs, connectMs: 1_000 },
  );
});

test('a broker is killed twice: appends and both kinds of consumers continue', async () => {
  await withLog(broker.brokers, async (log) => {
    const seen = { members: new Set<number>(), alone: new Set<number>() };
    const startConsumer = (group: string | null, into: Set<number>): ReturnType<typeof log.consume> =>
      log.consume({
        topics: ['observations'],
        group,
        maxRecords: 50,
        startAt: async (_, partition) => (partition > 0 || into.size === 0 ? 0 : Math.max(...into)),
        onChunk: async ({ records }) => {
          for (const record of records) into.add(numberIn(record));
        },
      });
    const consumptions = [startConsumer('members', seen.members), startConsumer(null, seen.alone)];
    const appending = keepAppending(log);
    for (let round = 0; round < 2; round++) {
      await appending.next(50);
      await broker.kill();
      await broker.start();
    }
    await appending.next(50);
    const acknowledged = await appending.stop();
    const all = (into: Set<number>): boolean => acknowledged.every((n) => into.has(n));
    await until('the member has read everything', () => all(seen.members));
    await until('the consumer without a group has read everything', () => all(seen.alone));
    await Promise.all(consumptions.map((consumption) => consumption.stop()));
    assert.equal(firstOf(await numbersIn(log)), acknowledged);
  });
});

test('closing while the broker is unreachable aborts pending requests', async () => {
  await withLog(broker.brokers, async (_, __, open) => {
    const log = await open({ closeMs: 300, requestMs });
    await log.append([numbered(0)]);
    await broker.freeze();
    try {
      const append = failureOf(log.append([numbered(1)]));
      await nextTurn();
      // The broker answers nothing until it is thawed, below.
      await log.close();
      assert.instance(await append, RetryableError);
      assert.instance(await failureOf(log.append([numbered(2)])), RetryableError);
    } finally {
      await broker.thaw();
    }
  });
});

test.run();
