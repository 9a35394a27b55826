import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { UsageError } from '../../../../../infra/errors.ts';
import { identityRecord, noteIn } from '../../../../../infra/log/kafka/topics/log-identity.ts';
import { checkPartitionCounts, type PartitionCounts } from '../../../../../infra/log/kafka/topics/partition-counts.ts';
import { type TopicName, topicNames } from '../../../../../schemas/topics.ts';

const all = (count: number, others: PartitionCounts = {}): PartitionCounts => ({
  ...Object.fromEntries(topicNames.map((name) => [name, count])),
  ...others,
});

const refused = (counts: PartitionCounts, written: PartitionCounts | null): string => {
  try {
    checkPartitionCounts(counts, written, 't.');
  } catch (error) {
    assert.instance(error, UsageError);
    return (error as Error).message;
  }
  return '';
};

test('recorded counts match, and topics without a recorded count are accepted', () => {
  assert.is(refused(all(6), all(6)), '');
  assert.is(refused(all(6), null), '');
  assert.is(refused(all(6), {}), '');
  const { changes: _, ...earlier } = all(6);
  assert.is(refused(all(6), earlier), '', 'a topic that came later');
});

test('a topic with added partitions is refused with both counts and the remedy', () => {
  for (const name of topicNames) {
    const message = refused(all(6, { [name]: 8 }), all(6));
    assert.match(message, `t.${name} has 8 partitions and was made with 6`);
    assert.match(message, 'ATTESTRY_TOPIC_PREFIX');
  }
  assert.match(refused(all(12), all(6)), 'was made with 6');
});

test('without recorded counts, topics with one key must have equal counts', () => {
  const pairs: readonly (readonly [TopicName, TopicName])[] = [
    ['observations', 'changes'],
    ['registry.assets', 'asset.records'],
    ['registry.assets', 'asset.subjects'],
    ['feed.captures', 'feed.runs'],
    ['sanctions.entries', 'screen.matches'],
    ['register.rows', 'attribute.matches'],
    ['accounts.commands', 'accounts.events'],
  ];
  for (const [one, other] of pairs) {
    assert.match(refused(all(6, { [other]: 8 }), null), `t.${other}`, other);
    assert.match(refused(all(6, { [one]: 8 }), null), `t.${one}`, one);
  }
  assert.is(refused(all(6, { 'registry.parties': 8, 'dead.letters': 3 }), null), '', 'these belong to no other');
});

test('recorded counts are read back; any other value is null', () => {
  const countsIn = (value: string): PartitionCounts | null => noteIn(value).partitions ?? null;
  assert.equal(countsIn(identityRecord('t.', { partitions: all(6) }).message.value), all(6));
  for (const value of ['{}', '', 'null', '7', '"x"', '{"partitions":null}', '{"partitions":3}', '{'])
    assert.is(countsIn(value), null, value);
  assert.equal(countsIn('{"partitions":{"changes":6,"no.topic":3,"observations":"6"}}'), { changes: 6 });
});

test.run();
