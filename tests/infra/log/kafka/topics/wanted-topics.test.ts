import type { PartitionMetadata } from 'kafkajs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  deletingSettings,
  differencesOf,
  type WantedTopic,
  wantedTopics,
} from '../../../../../infra/log/kafka/topics/wanted-topics.ts';
import { type TopicName, topicNames } from '../../../../../schemas/topics.ts';

const wanted = (name: string, replication = 3): WantedTopic => {
  const found = wantedTopics('t.', { partitions: 6, replication }).find(({ topic }) => topic === `t.${name}`);
  assert.ok(found, name);
  return found;
};

const partition = (partitionId: number, replicas: number): PartitionMetadata => ({
  partitionId,
  partitionErrorCode: 0,
  leader: 0,
  isr: [],
  replicas: Array.from({ length: replicas }, (_, node) => node),
});

const reported = (
  configs: Readonly<Record<string, string>>,
  { replicas = [3, 3, 3, 3, 3, 3], name = 'changes' } = {},
): ReturnType<typeof differencesOf> => {
  const want = wanted(name);
  const partitions = replicas.map((count, id) => partition(id, count));
  return differencesOf(
    want,
    { partitions },
    new Map(Object.entries({ ...want.configs, ...want.defaults, ...configs })),
  );
};

test('a topic as defined has no difference', () => {
  for (const name of topicNames) assert.equal(reported({}, { name }), { differences: [], matters: false }, name);
});

test('a value that brokers do not return is no difference', () => {
  const partitions = [0, 1, 2, 3, 4, 5].map((id) => partition(id, 3));
  assert.equal(differencesOf(wanted('changes'), { partitions }, new Map()), { differences: [], matters: false });
});

const altered: readonly (readonly [config: string, value: string, matters: boolean])[] = [
  ['cleanup.policy', 'compact', true],
  ['retention.ms', '604800000', true],
  ['retention.bytes', '1000000', true],
  ['message.timestamp.type', 'LogAppendTime', true],
  ['message.timestamp.after.max.ms', '3600000', true],
  ['max.message.bytes', '1048588', true],
  ['min.insync.replicas', '1', true],
  ['min.insync.replicas', '3', false],
  ['unclean.leader.election.enable', 'true', true],
];
for (const [config, value, matters] of altered) {
  test(`${config} is ${value}: ${matters ? 'loses or refuses records' : 'a matter of size'}`, () => {
    const { differences, matters: found } = reported({ [config]: value });
    assert.is(differences.length, 1);
    assert.match(differences[0] ?? '', `${config} is ${value}, not `);
    assert.is(found, matters);
  });
}

test('fewer replicas matter, even in one partition; more replicas do not', () => {
  for (const replicas of [
    [1, 1, 1, 1, 1, 1],
    [3, 3, 3, 3, 3, 2],
  ]) {
    const { differences, matters } = reported({}, { replicas });
    assert.match(differences.join(), /replicas, not 3/);
    assert.ok(matters);
  }
  assert.not(reported({}, { replicas: [4, 4, 4, 4, 4, 4] }).matters);
});

test('a partition count other than the setting does not matter', () => {
  const { differences, matters } = reported({}, { replicas: [3, 3, 3] });
  assert.match(differences.join(), '3 partitions, not 6');
  assert.not(matters);
});

test('topics accept any timestamp, and default values are not set', () => {
  for (const name of topicNames) {
    const { configs } = wanted(name);
    assert.is(configs['message.timestamp.after.max.ms'], '9223372036854775807');
    assert.is(configs['unclean.leader.election.enable'], undefined);
    assert.is(configs['min.insync.replicas'], '2');
  }
  assert.is(wanted('changes', 2).configs['min.insync.replicas'], undefined);
});

const deleting: readonly (readonly [
  name: TopicName,
  configs: Readonly<Record<string, string>>,
  sentences: readonly RegExp[],
])[] = [
  ['changes', { 'cleanup.policy': 'delete', 'retention.ms': '-1', 'retention.bytes': '-1' }, []],
  ['changes', {}, []],
  ['changes', { 'retention.ms': '604800000' }, [/records are deleted after 7 days; they must be kept for ever \(-1\)/]],
  ['changes', { 'cleanup.policy': 'compact' }, [/cleanup\.policy is compact and must be delete/]],
  ['asset.records', { 'cleanup.policy': 'compact', 'retention.ms': '604800000' }, []],
  [
    'asset.records',
    { 'cleanup.policy': 'compact,delete', 'retention.ms': '1000' },
    [/also the newest of a key/, /after 1 s/],
  ],
  ['asset.records', { 'cleanup.policy': 'delete', 'retention.ms': '-1' }, [/older records of a key stay/]],
  ['accounts.commands', { 'retention.ms': '2592000000' }, []],
  ['accounts.commands', { 'retention.ms': '5184000000' }, []],
  ['accounts.commands', { 'retention.ms': '3600000' }, [/after 3600 s; they must be kept for 30 days \(2592000000\)/]],
  ['changes', { 'retention.bytes': '1' }, [/retention\.bytes is 1/]],
];
for (const [name, configs, sentences] of deleting) {
  test(`${name} with ${JSON.stringify(configs)}: ${sentences.length} settings delete records`, () => {
    const found = deletingSettings(name, new Map(Object.entries(configs)));
    assert.is(found.length, sentences.length, found.join('; '));
    sentences.forEach((sentence, index) => assert.match(found[index] ?? '', sentence));
  });
}

test.run();
