import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { RetryableError, UsageError } from '../../../../../infra/errors.ts';
import { UnreadableBatch } from '../../../../../infra/log/kafka/client/unreadable-batch.ts';
import { asksToRejoin, isOutOfRange, KafkaFailure, kafkaError } from '../../../../../infra/log/kafka/client/errors.ts';

const made = (name: string, members: object = {}, message = 'what happened'): Error =>
  Object.assign(new Error(message), { name, ...members });
const wrapped = (cause: Error): Error => made('KafkaJSNonRetriableError', { cause }, 'outer');

const cases: readonly (readonly [title: string, error: unknown, type: unknown])[] = [
  [
    'a refused connection, wrapped after retries',
    made('KafkaJSNumberOfRetriesExceeded', { cause: made('KafkaJSConnectionError', { code: 'ECONNREFUSED' }) }),
    RetryableError,
  ],
  ['refused connection, called not retriable', wrapped(made('Error', { code: 'ECONNREFUSED' })), RetryableError],
  ['request timeout', made('KafkaJSRequestTimeoutError'), RetryableError],
  ['leader moved', made('KafkaJSProtocolError', { type: 'NOT_LEADER_FOR_PARTITION', retriable: true }), RetryableError],
  [
    'sequence lost',
    wrapped(made('KafkaJSProtocolError', { type: 'OUT_OF_ORDER_SEQUENCE_NUMBER', retriable: false })),
    RetryableError,
  ],
  ['wrong password', wrapped(made('KafkaJSSASLAuthenticationError')), UsageError],
  ['no right', made('KafkaJSProtocolError', { type: 'TOPIC_AUTHORIZATION_FAILED' }), UsageError],
  [
    'a missing right, one of several errors',
    made('KafkaJSAggregateError', {
      errors: [made('KafkaJSCreateTopicError', { type: 'CLUSTER_AUTHORIZATION_FAILED' })],
    }),
    UsageError,
  ],
  ['unknown certificate', made('KafkaJSConnectionError', { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }), UsageError],
  ['a state that kafkajs did not expect', new Error('Broker not connected'), RetryableError],
  [
    'retries that ended',
    made('KafkaJSNumberOfRetriesExceeded', { cause: new Error('Broker not connected') }),
    RetryableError,
  ],
  ['too large', made('KafkaJSProtocolError', { type: 'MESSAGE_TOO_LARGE', retriable: false }), KafkaFailure],
  ['a batch that cannot be unpacked', wrapped(new UnreadableBatch('what happened')), KafkaFailure],
  [
    'a batch that cannot be decompressed, wrapped after retries',
    made('KafkaJSNumberOfRetriesExceeded', { cause: new UnreadableBatch('what happened') }),
    KafkaFailure,
  ],
  ['codec missing', made('KafkaJSNotImplemented'), KafkaFailure],
  ['text', 'a text', KafkaFailure],
];
for (const [title, error, type] of cases) {
  test(`${title} is a ${(type as { name: string }).name}`, () => {
    const known = kafkaError(error, 'appending to changes');
    assert.is(known.constructor, type);
    assert.match(known.message, 'appending to changes failed');
    assert.is(kafkaError(known, 'reading'), known, 'it is judged once');
  });
}

const remedies: readonly (readonly [code: string, remedy: RegExp])[] = [
  ['SELF_SIGNED_CERT_IN_CHAIN', /name its authority in ATTESTRY_KAFKA_CA_FILE/],
  ['CERT_HAS_EXPIRED', /Renew the certificate of the listener/],
  ['ERR_TLS_CERT_ALTNAME_INVALID', /ATTESTRY_KAFKA_BROKERS/],
  ['EPROTO', /does not speak TLS/],
  ['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', /ATTESTRY_KAFKA_CERT_FILE/],
  ['ERR_SSL_SSLV3_ALERT_CERTIFICATE_UNKNOWN', /ATTESTRY_KAFKA_CERT_FILE/],
];
for (const [code, remedy] of remedies) {
  test(`${code}: names the broker and the remedy`, () => {
    const error = kafkaError(made('KafkaJSConnectionError', { code, broker: 'b.example:9093' }), 'reading the topics');
    assert.instance(error, UsageError);
    assert.match(error.message, remedy);
    assert.match(error.message, '(broker b.example:9093)');
  });
}

test('errors of this program and of other libraries are returned unchanged', () => {
  for (const error of [
    new RangeError('mine'),
    new TypeError('a bug'),
    new UsageError('u'),
    new RetryableError('r'),
    new UnreadableBatch('b'),
  ]) {
    assert.is(kafkaError(error, 'reading'), error);
  }
});

test('the message of an error does not matter', () => {
  assert.not.instance(kafkaError(new Error('connect ECONNREFUSED TOPIC_AUTHORIZATION_FAILED'), 'reading'), UsageError);
  assert.not.instance(kafkaError(made('KafkaJSError', {}, 'connect ECONNREFUSED'), 'reading'), RetryableError);
});

test('errors that require a rejoin', () => {
  for (const type of ['REBALANCE_IN_PROGRESS', 'ILLEGAL_GENERATION', 'UNKNOWN_MEMBER_ID']) {
    assert.ok(asksToRejoin(made('KafkaJSProtocolError', { type })));
    assert.ok(asksToRejoin(wrapped(made('KafkaJSProtocolError', { type }))));
  }
  assert.not(asksToRejoin(made('KafkaJSConnectionError')));
  assert.not(asksToRejoin(null));
  assert.ok(isOutOfRange(made('KafkaJSOffsetOutOfRange', { type: 'OFFSET_OUT_OF_RANGE' })));
});

test.run();
