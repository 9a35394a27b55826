import { readFileSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import kafkajs, { type Admin } from 'kafkajs';
import { RetryableError, UsageError } from '../../infra/errors.ts';
import { acceptLoss } from '../../infra/log/kafka/topics/accept-loss.ts';
import { applyKafkaTopics, type TopicReport } from '../../infra/log/kafka/topics/apply-topics.ts';
import { openKafkaLog } from '../../infra/log/kafka/log/kafka-log.ts';
import type { KafkaLogin, KafkaOptions } from '../../infra/log/kafka/client/options.ts';
import { topicNames } from '../../schemas/topics.ts';
import { certificateOf, newName, sharedBroker, users } from './support/broker.ts';
import { withLog } from './support/kafka-log.ts';
import { failureOf, numbered, until } from './support/until.ts';
import { nowMs } from '../support/real-time.ts';

const broker = await sharedBroker();
const { brokers } = broker;
const test = suite('kafka: opening');

const login = (
  mechanism: KafkaLogin['mechanism'],
  [username, password]: readonly [string, string],
): Pick<KafkaOptions, 'brokers' | 'sasl'> => ({
  brokers: broker.addresses('SASL_PLAINTEXT'),
  sasl: { mechanism, username, password },
});

test('no broker at the address: a RetryableError that names it', async () => {
  const error = await failureOf(openKafkaLog({ brokers: ['127.0.0.1:1'] }));
  assert.instance(error, RetryableError);
  assert.match(error.message, '127.0.0.1:1');
});

test('missing topics are an error that names them and the command that creates them', async () => {
  const error = await failureOf(openKafkaLog({ brokers, prefix: `none-${newName()}.` }));
  assert.instance(error, UsageError);
  // And the topic of the log's identity.
  const all = topicNames.length + 1;
  assert.match(error.message, new RegExp(`lacks ${all} of ${all} topics.*registry\\.parties.*attestry topics apply`));
});

test('a wrong password, a wrong mechanism and no login are refused', async () => {
  const [admin] = users.plain;
  for (const options of [
    login('plain', [admin, 'wrong']),
    login('scram-sha-256', [users.scram[0], 'wrong']),
    login('scram-sha-512', users.scram),
  ]) {
    const error = await failureOf(openKafkaLog(options));
    assert.instance(error, UsageError);
    assert.match(error.message, /Check user name, password and SASL mechanism/);
  }
  await failureOf(openKafkaLog({ brokers: broker.addresses('SASL_PLAINTEXT'), timings: { requestMs: 2_000 } }));
});

test('TLS to a plaintext listener is refused', async () => {
  const error = await failureOf(openKafkaLog({ brokers, tls: {}, timings: { connectMs: 1_000 } }));
  assert.ok(error instanceof UsageError || error instanceof RetryableError, error.message);
});

test('TLS: a private certificate is trusted if its CA file is configured, and refused otherwise', async () => {
  await withLog(brokers, async (same, { prefix }) => {
    const overTls = { brokers: broker.addresses('SSL'), prefix };
    const error = await failureOf(openKafkaLog({ ...overTls, tls: {} }));
    assert.instance(error, UsageError);
    assert.match(error.message, /CA file/);
    const ca = readFileSync(certificateOf(process.env['ATTESTRY_TEST_KAFKA'] ?? ''), 'utf8');
    const log = await openKafkaLog({ ...overTls, tls: { ca } });
    assert.is(log.logId, same.logId);
    await log.append([numbered(1)]);
    await log.close();
    await failureOf(openKafkaLog({ ...overTls, timings: { requestMs: 2_000 } }));
  });
});

test('a user without ACLs cannot see topics and may not create them', async () => {
  await withLog(brokers, async (_, { prefix }) => {
    const options = { ...login('plain', users.none), prefix };
    const error = await failureOf(openKafkaLog(options));
    assert.instance(error, UsageError);
    assert.match(error.message, /may not describe them/);
    const applying = await failureOf(applyKafkaTopics({ ...options, partitions: 1, replication: 1 }));
    assert.instance(applying, UsageError);
    assert.match(applying.message, /lacks the right/);
  });
});

for (const [mechanism, user] of [
  ['plain', users.plain],
  ['scram-sha-256', users.scram],
] as const) {
  test(`${mechanism}: append and read`, async () => {
    await withLog(brokers, async (same, { prefix }) => {
      const log = await openKafkaLog({ ...login(mechanism, user), prefix });
      assert.is(log.logId, same.logId);
      const [position] = await log.append([numbered(7)]);
      assert.is(
        (await same.read({ topic: 'observations', partition: position?.partition ?? 0, from: 0, maxRecords: 1 }))
          .length,
        1,
      );
      await log.close();
    });
  });
}

test('topics apply creates topics, then reports them as the same, and reports differences without altering them', async () => {
  const prefix = `t-${newName()}.`;
  const desired = { brokers, prefix, partitions: 3, replication: 1 };
  const states = async (given: object): Promise<readonly string[]> => [
    ...new Set((await applyKafkaTopics({ ...desired, ...given })).map(({ state }) => state)),
  ];
  assert.equal(await states({ dryRun: true }), ['missing']);
  const both = await Promise.all([states({}), states({})]).catch((error: unknown) => error);
  assert.not.instance(both, Error, 'two concurrent runs do not interfere');
  assert.equal(await states({}), ['same']);
  const log = await openKafkaLog({ brokers, prefix });
  const { logId } = log;
  await log.close();

  const kafka = new kafkajs.Kafka({ brokers: [...brokers], logLevel: kafkajs.logLevel.NOTHING });
  const admin = kafka.admin();
  await admin.connect();
  const configEntries = [{ name: 'cleanup.policy', value: 'compact' }];
  const name = `${prefix}changes`;
  await admin.alterConfigs({
    validateOnly: false,
    resources: [{ type: kafkajs.ConfigResourceTypes.TOPIC, name, configEntries }],
  });
  const report = async (): Promise<TopicReport | undefined> =>
    (await applyKafkaTopics({ ...desired, partitions: 5, replication: 2 })).find(({ topic }) => topic === name);
  await until('the broker returns the altered configuration', async () =>
    ((await report())?.differences.join() ?? '').includes('policy'),
  );
  const changed = await report();
  assert.is(changed?.state, 'differs');
  assert.match(
    changed?.differences.join('\n') ?? '',
    /3 partitions, not 5.*1 replicas, not 2.*cleanup\.policy is compact, not delete/s,
  );
  assert.is((await admin.fetchTopicMetadata({ topics: [name] })).topics[0]?.partitions.length, 3);
  const topics = [...topicNames.map((topic) => `${prefix}${topic}`)];
  await deleteTopics(admin, topics.slice(0, 1));
  assert.equal(
    (await applyKafkaTopics(desired)).filter(({ state }) => state === 'created').map(({ topic }) => topic),
    topics.slice(0, 1),
  );
  const refused = await failureOf(openKafkaLog({ brokers, prefix }));
  assert.instance(refused, UsageError, 'its former records are lost');
  assert.match(refused.message, `${topics[0] ?? ''} is not the topic that the log began with`);
  assert.equal(await acceptLoss({ brokers, prefix }, 'registry.parties'), { replaced: true, lost: [] });
  assert.is(await openKafkaLog({ brokers, prefix }).then((again) => again.close().then(() => again.logId)), logId);
  await admin.deleteTopics({ topics: [...topics, `${prefix}log.identity`] });
  await admin.disconnect();
});

test('partitions were added to a topic: the log is refused, and the error has both numbers', async () => {
  await withLog(brokers, async (log, { prefix }, open) => {
    assert.is(log.partitionsOf('changes'), 3);
    const admin = new kafkajs.Kafka({ brokers: [...brokers], logLevel: kafkajs.logLevel.NOTHING }).admin();
    await admin.connect();
    await admin.createPartitions({ topicPartitions: [{ topic: `${prefix}changes`, count: 5 }] });
    await until('the broker returns the new partitions', async () => {
      const { topics } = await admin.fetchTopicMetadata({ topics: [`${prefix}changes`] });
      return topics[0]?.partitions.length === 5;
    });
    await admin.disconnect();
    const error = await failureOf(open());
    assert.instance(error, UsageError);
    assert.match(error.message, `${prefix}changes has 5 partitions and was made with 3`);
  });
});

test('a record with a timestamp far in the future is accepted', async () => {
  await withLog(brokers, async (log) => {
    const timestamp = nowMs() + 65 * 60_000;
    await log.append([numbered(1, { timestamp, partition: 0 })]);
    const [record] = await log.read({ topic: 'observations', partition: 0, from: 0, maxRecords: 1 });
    assert.is(record?.timestamp, timestamp);
  });
});

/** Deletes topics and waits, because a broker answers before its metadata shows the deletion. */
async function deleteTopics(admin: Admin, topics: readonly string[]): Promise<void> {
  await admin.deleteTopics({ topics: [...topics] });
  await until('the topics are deleted', async () => {
    const left = await admin.listTopics();
    return !topics.some((topic) => left.includes(topic));
  });
}

test('the same topics, deleted and created again, are a different log', async () => {
  const prefix = `t-${newName()}.`;
  const ids = new Set<string>();
  for (let n = 0; n < 2; n++) {
    await applyKafkaTopics({ brokers, prefix, partitions: 1, replication: 1 });
    const log = await openKafkaLog({ brokers, prefix });
    ids.add(log.logId);
    await log.close();
    const admin = new kafkajs.Kafka({ brokers: [...brokers], logLevel: kafkajs.logLevel.NOTHING }).admin();
    await admin.connect();
    await deleteTopics(
      admin,
      (await admin.listTopics()).filter((topic) => topic.startsWith(prefix)),
    );
    await admin.disconnect();
  }
  assert.is(ids.size, 2);
});

test.run();
