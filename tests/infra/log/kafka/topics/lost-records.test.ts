import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { UsageError } from '../../../../../infra/errors.ts';
import { refuseLost } from '../../../../../infra/log/lost-records.ts';
import type { Cluster } from '../../../../../infra/log/kafka/client/internals.ts';
import { refuseReplaced } from '../../../../../infra/log/kafka/topics/inspect-topics.ts';
import { lossIn, noteIn } from '../../../../../infra/log/kafka/topics/log-identity.ts';
import { readTopicIds } from '../../../../../infra/log/kafka/wire/topic-ids.ts';

const range = (low: number) => ({ partition: 1, low, end: 100 });

test('the beginning of a topic that is kept for ever is lost until it is given up; other topics expire', () => {
  const accepted = { observations: { 1: 20 } };
  assert.is(lossIn({ accepted }, 'observations', range(0)), undefined);
  assert.is(lossIn({ accepted }, 'observations', range(20)), 'accepted');
  assert.is(lossIn({ accepted }, 'observations', range(21)), 'open');
  assert.is(lossIn({ accepted }, 'changes', range(1)), 'open');
  assert.is(lossIn({ accepted }, 'asset.records', range(1)), 'open');
  for (const topic of ['accounts.commands', 'dead.letters'] as const) {
    assert.is(lossIn({ accepted }, topic, range(50)), undefined, topic);
  }
});

test('an offset below a loss is refused with topic, partition and both offsets; one behind it is not', () => {
  refuseLost('observations', { ...range(20), lost: 'open' }, 20);
  refuseLost('observations', { ...range(20), lost: 'accepted' }, 0);
  refuseLost('observations', range(20), 0);
  assert.throws(
    () => refuseLost('observations', { ...range(20), lost: 'open' }, 19),
    (error: unknown) =>
      error instanceof UsageError &&
      /observations, partition 1: offset 19 .* below 20.*accept-loss observations/.test(error.message),
  );
});

test('replaced topics are refused by name', () => {
  refuseReplaced([], 't.');
  assert.throws(
    () => refuseReplaced(['changes', 'observations'], 't.'),
    (error: unknown) =>
      error instanceof UsageError &&
      /t\.changes, t\.observations are not the topics.*accept-loss changes/.test(error.message),
  );
});

test('notes of the identity: unknown topics and wrong types are left out', () => {
  assert.equal(
    noteIn(
      '{"topicIds":{"changes":"a","none":"b","observations":7},"accepted":{"changes":{"0":5},"observations":{"0":"x"}}}',
    ),
    {
      topicIds: { changes: 'a' },
      accepted: { changes: { '0': 5 } },
    },
  );
  for (const value of ['', '{}', 'null', '[]', '{"topicIds":3}']) assert.not(noteIn(value).topicIds?.changes, value);
});

const clusterWith = (maxVersion: number, payload: Buffer): Cluster => {
  const send = async (request: { response: { decode: (bytes: Buffer) => Promise<unknown> } }): Promise<unknown> =>
    request.response.decode(payload);
  return {
    brokerPool: { seedBroker: { versions: { 3: { maxVersion } }, connectionPool: { send } } },
  } as unknown as Cluster;
};

/** A response of Kafka 4.3 for topic `t` with one partition, and for `gone`, which does not exist. */
const response = Buffer.concat([
  // Tagged fields of the header, throttle time.
  Buffer.from([0, 0, 0, 0, 0]),
  // One broker: node, host, port, rack, tags.
  Buffer.from([2, 0, 0, 0, 1, 2, 104, 0, 0, 35, 132, 0, 0]),
  // Cluster id, controller.
  Buffer.from([2, 99, 0, 0, 0, 1]),
  // Two topics: error, name, id, internal, partitions, authorized operations, tags.
  Buffer.from([3, 0, 0, 2, 116]),
  Buffer.alloc(16, 7),
  Buffer.from([0, 2]),
  Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 2, 0, 0, 0, 1, 2, 0, 0, 0, 1, 1, 0]),
  Buffer.from([128, 0, 0, 0, 0]),
  Buffer.from([0, 3, 5, 103, 111, 110, 101]),
  Buffer.alloc(16),
  Buffer.from([0, 1, 128, 0, 0, 0, 0]),
  Buffer.from([0]),
]);

test('topic ids are read from the metadata; brokers without them have none', async () => {
  const ids = await readTopicIds(clusterWith(13, response), ['t', 'gone']);
  assert.equal([...ids], [['t', Buffer.alloc(16, 7).toString('base64url')]]);
  assert.is((await readTopicIds(clusterWith(9, response), ['t'])).size, 0);
});

test('a response that ends too early is an error', async () => {
  const cut = clusterWith(13, response.subarray(0, 60));
  const error: unknown = await readTopicIds(cut, ['t']).catch((reason: unknown) => reason);
  assert.instance(error, Error);
});

test.run();
