import { randomBytes } from 'node:crypto';
import kafkajs from 'kafkajs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { RetryableError } from '../../infra/errors.ts';
import type { Log } from '../../infra/log/log.ts';
import { sharedBroker } from './support/broker.ts';
import { withLog } from './support/kafka-log.ts';
import { failureOf, numbered, numberIn, numbersIn, until } from './support/until.ts';
import { elapsedMs, pause } from '../support/real-time.ts';

const broker = await sharedBroker();
const test = suite('kafka: brokers that freeze, crash and restart');

/** Appends one record after the other until `stop` is called, which returns the acknowledged numbers in order. */
function keepAppending(log: Log): { stop: () => Promise<readonly number[]> } {
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
  return {
    stop: () => {
      stopping = true;
      return done;
    },
  };
}

/** Returns the numbers acknowledged to a client that appends while the broker is frozen for longer than a request may take. */
async function acknowledgedOverFreeze(log: Log, beforeMs: number): Promise<readonly number[]> {
  const appending = keepAppending(log);
  await pause(beforeMs);
  await broker.freeze();
  await pause(8_000);
  await broker.thaw();
  await pause(3_000);
  const acknowledged = await appending.stop();
  assert.ok(acknowledged.length > 50, `${acknowledged.length} appends`);
  return acknowledged;
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
  const timings = { requestMs: 1_000, connectMs: 1_000, producerRetries: 1 };
  await withLog(
    broker.brokers,
    async (log) => {
      const acknowledged = await acknowledgedOverFreeze(log, 500);
      assert.equal(firstOf(await numbersIn(log)), acknowledged, 'all of them, in order');
    },
    timings,
  );
});

test('requests that are retried while a broker is frozen write no record twice', async () => {
  await withLog(
    broker.brokers,
    async (log) => {
      const acknowledged = await acknowledgedOverFreeze(log, 300);
      assert.equal(await numbersIn(log), acknowledged, 'each of them once, in order');
    },
    { requestMs: 1_000, connectMs: 1_000 },
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
      await pause(1_500);
      await broker.kill();
      await pause(500);
      await broker.start();
    }
    await pause(2_000);
    const acknowledged = await appending.stop();
    assert.ok(acknowledged.length > 50);
    const all = (into: Set<number>): boolean => acknowledged.every((n) => into.has(n));
    await until('the member has read everything', () => all(seen.members));
    await until('the consumer without a group has read everything', () => all(seen.alone));
    await Promise.all(consumptions.map((consumption) => consumption.stop()));
    assert.equal(firstOf(await numbersIn(log)), acknowledged);
  });
});

test('closing while the broker is unreachable aborts pending requests', async () => {
  await withLog(broker.brokers, async (_, __, open) => {
    const log = await open({ closeMs: 300, requestMs: 1_000 });
    await log.append([numbered(0)]);
    await broker.freeze();
    try {
      const append = failureOf(log.append([numbered(1)]));
      await pause(100);
      const begun = elapsedMs();
      await log.close();
      assert.ok(elapsedMs() - begun < 3_000);
      assert.instance(await append, RetryableError);
      assert.instance(await failureOf(log.append([numbered(2)])), RetryableError);
    } finally {
      await broker.thaw();
    }
  });
});

test.run();
