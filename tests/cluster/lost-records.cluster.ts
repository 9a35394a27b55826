/** Records and topics that others deleted at the brokers. */
import kafkajs, { type Admin } from 'kafkajs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { findingsOf } from '../../cli/engine/log-findings.ts';
import { RetryableError, UsageError } from '../../infra/errors.ts';
import type { LogInspection } from '../../infra/log/lost-records.ts';
import type { Log } from '../../infra/log/log.ts';
import { acceptLoss } from '../../infra/log/kafka/topics/accept-loss.ts';
import { applyKafkaTopics } from '../../infra/log/kafka/topics/apply-topics.ts';
import { sharedBroker } from './support/broker.ts';
import { withLog } from './support/kafka-log.ts';
import { failureOf, numbered, numberIn, until } from './support/until.ts';

const { brokers } = await sharedBroker();
const test = suite('kafka: lost records');

async function withAdmin<T>(work: (admin: Admin) => Promise<T>): Promise<T> {
  const admin = new kafkajs.Kafka({ brokers: [...brokers], logLevel: kafkajs.logLevel.NOTHING }).admin();
  await admin.connect();
  try {
    return await work(admin);
  } finally {
    await admin.disconnect();
  }
}

/** Deletes the beginning of a partition, as a shortened retention does. */
const deleteBelow = (topic: string, offset: number): Promise<void> =>
  withAdmin(async (admin) => {
    // The client deletes only in topics whose leaders it knows.
    await admin.fetchTopicOffsets(topic);
    await admin.deleteTopicRecords({ topic, partitions: [{ partition: 0, offset: String(offset) }] });
  });

/** Null while brokers disagree on which topics exist. */
const inspected = (log: Log): Promise<LogInspection | null> =>
  (log.inspect?.() ?? Promise.resolve(null)).catch((error: unknown) => {
    if (error instanceof RetryableError) return null;
    throw error;
  });

/** Reads partition 0 from an offset, until it has seen `count` records or fails. */
async function readFrom(log: Log, group: string | null, from: number, count: number): Promise<readonly number[]> {
  const seen: number[] = [];
  const consumption = log.consume({
    topics: ['observations'],
    group,
    maxRecords: 10,
    startAt: async (_, partition) => (partition === 0 ? from : 0),
    onChunk: async ({ records }) => void seen.push(...records.map(numberIn)),
  });
  await Promise.race([until('the records are read', () => seen.length >= count), consumption.done]);
  await consumption.stop();
  return seen;
}

test('the beginning of a topic that is kept for ever: nothing is skipped until the operator gives it up', async () => {
  await withLog(brokers, async (log, { prefix }, open) => {
    await log.append(Array.from({ length: 40 }, (_, n) => numbered(n, { partition: 0 })));
    const topic = `${prefix}observations`;
    assert.equal((await log.inspect?.())?.lost, []);
    await deleteBelow(topic, 10);
    assert.equal((await log.ranges('observations'))[0], { partition: 0, low: 10, end: 40, lost: 'open' });
    for (const group of ['members', null]) {
      const error = await failureOf(readFrom(log, group, 5, 30));
      assert.instance(error, UsageError);
      assert.match(error.message, /observations, partition 0: offset 5 is to be read next, but .* below 10/);
      assert.match(error.message, /attestry topics accept-loss observations/);
      assert.is((await readFrom(log, `${group ?? 'none'}-2`, 10, 30))[0], 10, 'what was read before is not needed');
    }
    assert.instance(
      await failureOf(log.read({ topic: 'observations', partition: 0, from: 0, maxRecords: 1 })),
      UsageError,
    );
    const lost = { topic: 'observations', partition: 0, below: 10, accepted: false } as const;
    const inspection = await log.inspect?.();
    assert.equal(inspection?.lost, [lost]);
    assert.equal(inspection && findingsOf(inspection), [
      'has lost records: observations, partition 0, below offset 10',
    ]);

    assert.equal(await acceptLoss({ brokers, prefix }, 'observations'), {
      replaced: false,
      lost: [{ partition: 0, below: 10 }],
    });
    assert.equal((await log.inspect?.())?.lost, [{ ...lost, accepted: true }], 'a running process learns it');
    assert.is((await readFrom(log, 'members-3', 0, 30))[0], 10);
    const again = await open();
    assert.equal((await again.ranges('observations'))[0], { partition: 0, low: 10, end: 40, lost: 'accepted' });
    assert.is((await readFrom(again, null, 0, 30))[0], 10);

    await deleteBelow(topic, 20);
    assert.equal((await again.inspect?.())?.lost, [{ ...lost, below: 20 }], 'a further loss is not accepted');
    assert.instance(await failureOf(readFrom(again, null, 0, 20)), UsageError);
  });
});

test('settings that delete records are named with the needed value', async () => {
  await withLog(brokers, async (log, { prefix }) => {
    const altered = [
      [
        'changes',
        'retention.ms',
        '60000',
        'retention.ms is 60000, so records are deleted after 60 s; they must be kept for ever (-1)',
      ],
      [
        'observations',
        'cleanup.policy',
        'compact',
        'cleanup.policy is compact and must be delete: records that a later one of their key replaces are deleted',
      ],
      [
        'asset.records',
        'cleanup.policy',
        'delete',
        'cleanup.policy is delete and must be compact: older records of a key stay',
      ],
      [
        'feed.runs',
        'retention.bytes',
        '1000000',
        'retention.bytes is 1000000, so a larger partition loses its oldest records; it must be -1',
      ],
      [
        'accounts.commands',
        'retention.ms',
        '86400000',
        'retention.ms is 86400000, so records are deleted after 1 days; they must be kept for 30 days (2592000000)',
      ],
    ] as const;
    for (const [topic, name, value] of altered) {
      // Brokers reset what is not named.
      const configEntries = [
        ...(name === 'retention.ms' ? [] : [{ name: 'retention.ms', value: '-1' }]),
        { name, value },
      ];

      const resource = { type: kafkajs.ConfigResourceTypes.TOPIC, name: `${prefix}${topic}`, configEntries };
      await withAdmin((admin) => admin.alterConfigs({ validateOnly: false, resources: [resource] }));
    }
    const expected = altered.map(([topic, , , sentence]) => `${prefix}${topic}: ${sentence}`).sort();
    await until('the brokers return all of them', async () => {
      const settings = (await inspected(log))?.settings ?? [];
      return JSON.stringify([...settings].sort()) === JSON.stringify(expected);
    });
  });
});

test('a topic that is deleted, and one that is created again under its name, with fewer partitions too', async () => {
  await withLog(brokers, async (log, { prefix }, open) => {
    await log.append([numbered(1, { partition: 0 })]);
    const topic = `${prefix}observations`;
    await withAdmin((admin) => admin.deleteTopics({ topics: [topic] }));
    await until('the topic is missing', async () => (await inspected(log))?.missing.join() === 'observations');
    await applyKafkaTopics({ brokers, prefix, partitions: 3, replication: 1 });
    await until(
      'a running process sees the new topic',
      async () => (await inspected(log))?.replaced.join() === 'observations',
    );
    const error = await failureOf(open());
    assert.instance(error, UsageError);
    assert.match(error.message, `${topic} is not the topic that the log began with`);
    assert.match(error.message, /attestry topics accept-loss observations/);
    assert.equal(await acceptLoss({ brokers, prefix }, 'observations'), { replaced: true, lost: [] });
    const again = await open();
    assert.equal((await again.inspect?.())?.replaced, []);

    await withAdmin((admin) => admin.deleteTopics({ topics: [topic] }));
    await until('the topic is missing again', async () => (await inspected(again))?.missing.join() === 'observations');
    await withAdmin((admin) => admin.createTopics({ waitForLeaders: true, topics: [{ topic, numPartitions: 2 }] }));
    await until('the log is refused', async () => {
      const refused = await failureOf(open());
      return refused instanceof UsageError && refused.message.includes(`${topic} has 2 partitions and was made with 3`);
    });
  });
});

test.run();
