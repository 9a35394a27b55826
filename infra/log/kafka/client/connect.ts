import kafkajs, { type Kafka, type KafkaConfig, type LogEntry, type SASLOptions } from 'kafkajs';
import type { Logger } from '../../../logger.ts';
import { registerCodecs } from './codecs.ts';
import { type Cluster, type ClusterOptions, openCluster } from './internals.ts';
import { type KafkaConnection, timingsOf } from './options.ts';
import { reportRefusals } from './refusals.ts';
import { stopIdleTimers } from './request-queue.ts';

/** Clients of one Kafka cluster. Nothing is connected yet. */
export interface KafkaClients {
  readonly kafka: Kafka;
  /** Separate connections, for reading without a group. */
  readonly openCluster: () => Cluster;
}

const defaultClientId = 'attestry';

/** Retries inside a client. For longer outages, the caller retries with its own back-off. */
const clientRetry = { retries: 3, initialRetryTime: 150, maxRetryTime: 2_000 };

export function createClients(connection: KafkaConnection): KafkaClients {
  stopIdleTimers();
  reportRefusals();
  registerCodecs();
  const { connectMs, requestMs } = timingsOf(connection);
  const sasl = connection.sasl === undefined ? {} : { sasl: connection.sasl as SASLOptions };
  const ssl = connection.tls === undefined ? {} : { ssl: { ...connection.tls } };
  const options: ClusterOptions & KafkaConfig = {
    brokers: [...connection.brokers],
    clientId: connection.clientId ?? defaultClientId,
    ...sasl,
    ...ssl,
    connectionTimeout: connectMs,
    requestTimeout: requestMs,
    retry: clientRetry,
    logLevel: kafkajs.logLevel.INFO,
    logCreator: () => (entry) => forward(connection.logger, entry),
  };
  return { kafka: new kafkajs.Kafka(options), openCluster: () => openCluster(options) };
}

/** kafkajs retries most of what it logs as an error, and the sender of a request reports its failure again: so no line is above `warn`. */
function forward(logger: Logger | undefined, { level, namespace, log }: LogEntry): void {
  if (logger === undefined) return;
  const { message, timestamp: _, stack: __, ...fields } = log;
  const line = `kafkajs ${namespace}: ${message}`;
  if (level <= kafkajs.logLevel.WARN && namespace !== 'Connection') logger.warn(plain(fields), line);
  else logger.debug(plain(fields), line);
}

/** JSON cannot represent BigInt fields. */
const plain = (fields: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, typeof value === 'bigint' ? String(value) : value]),
  );
