/** Settings of engines that are reached over the network. */
import { certificates, clusterName, integer, oneOf, onOff, privateKey, text } from './readings.ts';
import { setting } from './setting.ts';
import { artifactsUrl, brokers, tablesUrl, url, urlWithoutUser } from './address-readings.ts';

export const engineSettings = {
  kafkaBrokers: setting({
    name: 'ATTESTRY_KAFKA_BROKERS',
    fallback: null,
    meaning: 'host:port list; the log is on Kafka when set, in the data directory when not',
    read: brokers,
  }),
  kafkaSaslMechanism: setting({
    name: 'ATTESTRY_KAFKA_SASL_MECHANISM',
    fallback: null,
    meaning: 'plain, scram-sha-256 or scram-sha-512; no login when unset',
    read: (value) => oneOf('plain', 'scram-sha-256', 'scram-sha-512')(value.toLowerCase()),
  }),
  kafkaUsername: setting({
    name: 'ATTESTRY_KAFKA_USERNAME',
    fallback: null,
    meaning: 'user at the brokers',
    read: text,
  }),
  kafkaPassword: setting({
    name: 'ATTESTRY_KAFKA_PASSWORD',
    fallback: null,
    meaning: 'its password',
    secret: true,
    read: text,
  }),
  kafkaTls: setting({
    name: 'ATTESTRY_KAFKA_TLS',
    fallback: null,
    meaning: 'on or off; on when a file of certificates is given, off otherwise',
    read: onOff,
  }),
  kafkaCertFile: setting({
    name: 'ATTESTRY_KAFKA_CERT_FILE',
    fallback: null,
    meaning: 'PEM certificate by which this client identifies itself at the brokers, with those of its authorities',
    read: certificates,
  }),
  kafkaKeyFile: setting({
    name: 'ATTESTRY_KAFKA_KEY_FILE',
    fallback: null,
    meaning: 'PEM file with the key of that certificate',
    read: privateKey,
  }),
  kafkaKeyPassword: setting({
    name: 'ATTESTRY_KAFKA_KEY_PASSWORD',
    fallback: null,
    meaning: 'password of an encrypted key',
    secret: true,
    read: text,
  }),
  kafkaCaFile: setting({
    name: 'ATTESTRY_KAFKA_CA_FILE',
    fallback: null,
    meaning: 'PEM certificates trusted for the brokers instead of those of the system',
    read: certificates,
  }),
  kafkaClientId: setting({
    name: 'ATTESTRY_KAFKA_CLIENT_ID',
    fallback: 'attestry',
    meaning: 'client id in logs and quotas of the brokers',
    read: text,
  }),
  kafkaSessionSeconds: setting({
    name: 'ATTESTRY_KAFKA_SESSION_SECONDS',
    fallback: '30',
    meaning: 'a process that the brokers do not hear of for so long loses its partitions to the others of its role',
    read: integer(2, 300),
  }),
  schemaRegistryUrl: setting({
    name: 'ATTESTRY_SCHEMA_REGISTRY_URL',
    fallback: null,
    meaning: 'Confluent-compatible schema registry; required with Kafka',
    read: urlWithoutUser,
  }),
  schemaRegistryUsername: setting({
    name: 'ATTESTRY_SCHEMA_REGISTRY_USERNAME',
    fallback: null,
    meaning: 'user at the schema registry',
    read: text,
  }),
  schemaRegistryPassword: setting({
    name: 'ATTESTRY_SCHEMA_REGISTRY_PASSWORD',
    fallback: null,
    meaning: 'its password',
    secret: true,
    read: text,
  }),
  schemaRegistryCaFile: setting({
    name: 'ATTESTRY_SCHEMA_REGISTRY_CA_FILE',
    fallback: null,
    meaning: 'PEM certificates trusted for the schema registry instead of those of the system',
    read: certificates,
  }),
  clickhouseUrl: setting({
    name: 'ATTESTRY_CLICKHOUSE_URL',
    fallback: null,
    meaning: 'ClickHouse server with the tables; in the data directory when unset',
    secret: true,
    read: tablesUrl,
  }),
  clickhouseCaFile: setting({
    name: 'ATTESTRY_CLICKHOUSE_CA_FILE',
    fallback: null,
    meaning: 'PEM certificates trusted for ClickHouse instead of those of the system',
    read: certificates,
  }),
  clickhouseCluster: setting({
    name: 'ATTESTRY_CLICKHOUSE_CLUSTER',
    fallback: null,
    meaning: 'name of the ClickHouse cluster whose hosts keep the tables; one server when unset',
    read: clusterName,
  }),
  artifactsUrl: setting({
    name: 'ATTESTRY_ARTIFACTS_URL',
    fallback: null,
    meaning:
      'file:///… of a directory that all processes share, or s3://bucket/prefix; in the data directory when unset',
    read: artifactsUrl,
  }),
  s3Endpoint: setting({
    name: 'ATTESTRY_S3_ENDPOINT',
    fallback: null,
    meaning: 'URL of the S3-compatible store that s3:// names; that of Amazon when unset',
    read: url,
  }),
  s3Region: setting({ name: 'ATTESTRY_S3_REGION', fallback: 'us-east-1', meaning: 'region of the bucket', read: text }),
  s3AccessKeyId: setting({
    name: 'ATTESTRY_S3_ACCESS_KEY_ID',
    fallback: null,
    meaning: 'who asks the S3-compatible store',
    secret: true,
    read: text,
  }),
  s3SecretAccessKey: setting({
    name: 'ATTESTRY_S3_SECRET_ACCESS_KEY',
    fallback: null,
    meaning: 'the secret of that key',
    secret: true,
    read: text,
  }),
  artifactsKeepDays: setting({
    name: 'ATTESTRY_ARTIFACTS_KEEP_DAYS',
    fallback: '90',
    meaning: 'how long attestry artifacts prune keeps files of runs that were rejected or found nothing new',
    read: integer(1, 36_500),
  }),
} as const;
