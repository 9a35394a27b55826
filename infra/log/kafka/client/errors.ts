import { RetryableError, UsageError } from '../../../errors.ts';

/** A retry does not help. A class of its own, so that an error that was classified once is not classified again. */
export class KafkaFailure extends Error {
  override readonly name = 'KafkaFailure';
}

/**
 * Maps an error of the Kafka client by its types and codes: RetryableError when brokers cannot be reached or are busy,
 * UsageError when the operator has to correct something, KafkaFailure for everything else. `doing` completes the sentence
 * "Kafka: … failed". Errors that do not come from the client are returned as they are.
 */
export function kafkaError(error: unknown, doing: string): Error {
  if (error instanceof RetryableError || error instanceof UsageError || error instanceof KafkaFailure) return error;
  const chain = chainOf(error);
  if (error instanceof Error && !chain.some(isOfClient)) return error;
  const at = chain.find(({ broker }) => broker !== undefined)?.broker;
  const reason = `${chain.at(-1)?.message ?? String(error)}${at === undefined ? '' : ` (broker ${at})`}`;
  for (const [matches, remedy] of refusals) {
    if (chain.some(matches)) return new UsageError(`Kafka: ${doing} failed: ${reason}. ${remedy}`, { cause: error });
  }
  const message = `Kafka: ${doing} failed: ${reason}`;
  // kafkajs wraps every error that outlasts its retries in a retriable one; an unreadable batch stays unreadable.
  const isFinal = chain.some(({ name }) => name === 'UnreadableBatch');
  return !isFinal && chain.some(isTransient)
    ? new RetryableError(message, { cause: error })
    : new KafkaFailure(message, { cause: error });
}

/** The member must rejoin the group; kafkajs does so when the error is rethrown to it. */
export const asksToRejoin = (error: unknown): boolean =>
  chainOf(error).some(({ type }) => type !== undefined && rejoining.has(type));

/** A rebalance has begun: the member still owns its partitions and has to finish its current chunk. */
export const isRebalance = (error: unknown): boolean =>
  chainOf(error).some(({ type }) => type === 'REBALANCE_IN_PROGRESS');

/** The requested offset is not in the log any more, or not yet. */
export const isOutOfRange = (error: unknown): boolean =>
  chainOf(error).some(({ type }) => type === 'OFFSET_OUT_OF_RANGE');

interface Link {
  readonly name: string;
  readonly message: string;
  /** Name of a protocol error. */
  readonly type: string | undefined;
  /** Code of a network error. */
  readonly code: string | undefined;
  /** `host:port` of the broker that the error is about. */
  readonly broker: string | undefined;
  readonly retriable: boolean;
}

function chainOf(error: unknown): readonly Link[] {
  const links: Link[] = [];
  for (let at: unknown = error; at instanceof Error && links.length < 10; ) {
    const { name, message } = at;
    const extra = at as {
      type?: unknown;
      code?: unknown;
      broker?: unknown;
      retriable?: unknown;
      cause?: unknown;
      originalError?: unknown;
      errors?: unknown;
    };
    links.push({
      name,
      message,
      type: typeof extra.type === 'string' ? extra.type : undefined,
      code: typeof extra.code === 'string' ? extra.code : undefined,
      broker: typeof extra.broker === 'string' ? extra.broker : undefined,
      retriable: extra.retriable === true,
    });
    at = extra.cause ?? extra.originalError ?? (Array.isArray(extra.errors) ? extra.errors[0] : undefined);
  }
  return links;
}

const isOfClient = ({ name, code }: Link): boolean =>
  name.startsWith('KafkaJS') || name === 'Error' || code !== undefined;

const rejoining = new Set([
  'REBALANCE_IN_PROGRESS',
  'NOT_COORDINATOR_FOR_GROUP',
  'ILLEGAL_GENERATION',
  'UNKNOWN_MEMBER_ID',
]);

const saslTypes = new Set(['SASL_AUTHENTICATION_FAILED', 'UNSUPPORTED_SASL_MECHANISM', 'ILLEGAL_SASL_STATE']);

/** The certificate of the brokers has no authority that this process trusts. */
const untrustedCodes = new Set([
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'CERT_UNTRUSTED',
]);

const validityCodes = new Set(['CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID']);

const noTlsCodes = new Set(['ERR_SSL_WRONG_VERSION_NUMBER', 'ERR_SSL_PACKET_LENGTH_TOO_LONG', 'EPROTO']);

/** Alerts with which brokers end the handshake because of the client's certificate, or because it has none. */
const clientCertificateAlert =
  /^ERR_SSL_(?:TLSV1|TLSV13|SSLV3)_ALERT_(?:\w{0,40}CERTIFICATE\w{0,40}|UNKNOWN_CA|HANDSHAKE_FAILURE|DECRYPT_ERROR)$/;

const refusals: readonly (readonly [matches: (link: Link) => boolean, remedy: string])[] = [
  [
    ({ name, type }) => name === 'KafkaJSSASLAuthenticationError' || (type !== undefined && saslTypes.has(type)),
    'Check user name, password and SASL mechanism.',
  ],
  [({ type }) => type?.endsWith('_AUTHORIZATION_FAILED') === true, 'The user lacks the right to do so.'],
  [
    ({ code }) => code !== undefined && untrustedCodes.has(code),
    'If its certificate is right, name its authority in ATTESTRY_KAFKA_CA_FILE (the CA file).',
  ],
  [
    ({ code }) => code !== undefined && validityCodes.has(code),
    'Renew the certificate of the listener, or correct the clock of this machine.',
  ],
  [
    ({ code }) => code === 'ERR_TLS_CERT_ALTNAME_INVALID',
    'Name the brokers in ATTESTRY_KAFKA_BROKERS, and in advertised.listeners, as their certificates do.',
  ],
  [
    ({ code }) => code !== undefined && noTlsCodes.has(code),
    'The listener does not speak TLS, or no version that this program accepts: check its port and ATTESTRY_KAFKA_TLS.',
  ],
  [
    ({ code }) => code !== undefined && clientCertificateAlert.test(code),
    'The brokers refuse the certificate of this client, or require one: check ATTESTRY_KAFKA_CERT_FILE and ATTESTRY_KAFKA_KEY_FILE.',
  ],
];

const transientNames = new Set([
  'KafkaJSNumberOfRetriesExceeded',
  'KafkaJSConnectionError',
  'KafkaJSConnectionClosedError',
  'KafkaJSRequestTimeoutError',
  'KafkaJSBrokerNotFound',
  'KafkaJSNoBrokerAvailableError',
  'KafkaJSGroupCoordinatorNotFound',
  'KafkaJSMetadataNotLoaded',
  'KafkaJSTopicMetadataNotLoaded',
  'KafkaJSStaleTopicMetadataAssignment',
  'KafkaJSLockTimeout',
  'KafkaJSTimeout',
]);

const transientCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

const transientTypes = new Set([
  'GROUP_COORDINATOR_NOT_AVAILABLE',
  'BROKER_NOT_AVAILABLE',
  'OUT_OF_ORDER_SEQUENCE_NUMBER',
  'UNKNOWN_PRODUCER_ID',
  'INVALID_PRODUCER_EPOCH',
  'KAFKA_STORAGE_ERROR',
]);

/** kafkajs throws a plain `Error` when a connection is in a state that it did not expect. */
const isTransient = ({ name, code, type, retriable }: Link): boolean =>
  transientNames.has(name) ||
  name === 'Error' ||
  (code !== undefined && transientCodes.has(code)) ||
  (type !== undefined && (retriable || transientTypes.has(type)));
