/** The data format in the identity of a log on Kafka, without a broker. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { DataFormatError } from '../../../../../infra/data-format.ts';
import type { KafkaReader } from '../../../../../infra/log/kafka/wire/reader.ts';
import { identityRecord, readIdentity } from '../../../../../infra/log/kafka/topics/log-identity.ts';
import { dataFormat } from '../../../../../schemas/data-format.ts';
import { failureOf } from '../../../../support/failure-of.ts';

/** A reader of an identity topic with these values. */
const readerOf = (...values: readonly string[]): KafkaReader => {
  const records = values.map((value, at) => ({ key: Buffer.from(`key-${at}`), value: Buffer.from(value) }));
  const reader: Pick<KafkaReader, 'ranges'> & { readonly read: unknown } = {
    ranges: async () => [{ partition: 0, low: 0, end: records.length }],
    read: async () => records,
  };
  return reader as KafkaReader;
};

const identityOf = (...values: readonly string[]) => readIdentity(readerOf(...values), 't.', 'cluster');

test('a record of this build has the format, and its log is read', async () => {
  const { value } = identityRecord('t.', { partitions: { changes: 3 } }).message;
  assert.is((JSON.parse(value) as { readonly dataFormat: number }).dataFormat, dataFormat);
  const identity = await identityOf(value, identityRecord('t.', { topicIds: { changes: 'a' } }).message.value);
  assert.equal(
    [identity?.id, identity?.partitions, identity?.topicIds],
    ['key-0@cluster', { changes: 3 }, { changes: 'a' }],
  );
});

test('one record with the format suffices: another one may be unreadable', async () => {
  assert.is((await identityOf('{', identityRecord('t.', {}).message.value))?.id, 'key-0@cluster');
});

test('a log without identity is new', async () => {
  assert.is(await identityOf(), null);
});

test('a log with another format, or without one, is refused', async () => {
  for (const values of [['{}'], ['{"partitions":{}}', '{}'], [JSON.stringify({ dataFormat: dataFormat + 1 })], ['{']]) {
    const error = await failureOf(identityOf(...values));
    assert.instance(error, DataFormatError);
    assert.is(error.message, 'The log t.… on Kafka was made by a build before 0.1.0; use a new prefix and database.');
  }
});

test.run();
