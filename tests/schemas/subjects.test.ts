import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { committed, currentSchemaOf, schemasOf } from '../../schemas/subjects.ts';
import { isTopicName, subjectOf, type TopicName, topicNames, topics } from '../../schemas/topics.ts';

test('a name that is not a topic', () => {
  for (const name of ['', 'observation', 'attestry.observations', 'toString', '__proto__']) {
    assert.not.ok(isTopicName(name));
  }
  assert.throws(() => currentSchemaOf('nothing' as TopicName), /npm run generate/);
});

test('subjects are prefix, topic and -value', () => {
  assert.is(subjectOf('attestry.', 'changes'), 'attestry.changes-value');
  assert.is(subjectOf('', 'changes'), 'changes-value');
});

test('committed versions come topic by topic, oldest first, and the last is current', () => {
  const all = committed('p.');
  assert.equal([...new Set(all.map(({ topic }) => topic))], topicNames);
  for (const topic of topicNames) {
    const own = all.filter((one) => one.topic === topic);
    assert.equal(
      own.map(({ version }) => version),
      own.map((_, index) => index + 1),
    );
    assert.ok(own.every(({ subject }) => subject === subjectOf('p.', topic)));
    assert.equal(
      own.map(({ schema }) => schema),
      schemasOf(topic),
    );
    assert.is(own.at(-1)?.schema, currentSchemaOf(topic));
  }
});

test('account topics are in their own environment and private, all others but token.facts and parkings are public', () => {
  for (const topic of topicNames) {
    const isAccounts = topic.startsWith('accounts.');
    assert.is(topics[topic].environment, isAccounts ? 'accounts' : 'data');
    assert.is(topics[topic].public, !isAccounts && !['token.facts', 'parkings'].includes(topic));
  }
});

test('only topics with cleanup policy delete have a retention', () => {
  for (const topic of topicNames) {
    const { cleanup, retentionMs } = topics[topic];
    if (cleanup === 'compact') assert.is(retentionMs, null);
    if (retentionMs !== null) assert.ok(retentionMs >= 30 * 24 * 60 * 60 * 1000);
  }
});

test.run();
