import { createSecureContext } from 'node:tls';
import { openArtifacts } from '../../infra/artifacts/open-artifacts.ts';
import { type Config, ConfigurationError } from '../../infra/config/config.ts';
import { openGroupView, type GroupView } from '../../infra/log/kafka/group/group-view.ts';
import { openKafkaLog } from '../../infra/log/kafka/log/kafka-log.ts';
import type { KafkaOptions } from '../../infra/log/kafka/client/options.ts';
import { openKafkaStores } from '../../infra/state/kafka.ts';
import type { Logger } from '../../infra/logger.ts';
import { createRemoteRegistry, type RemoteRegistry } from '../../infra/schema-registry/remote.ts';
import { consumers } from '../../pipeline/processors/catalogue.ts';
import { globalOffsetKey, globalOffsetIn } from '../../pipeline/runtime/partitions/global-offsets.ts';
import { partitionOfKey } from '../../pipeline/sink/checkpoints/stored-checkpoint.ts';
import { prepareDataDirectory } from './data-directory.ts';
import type { Engine, Positions } from './engine-parts.ts';
import { codecOver } from './topic-codec.ts';

/**
 * The log on the brokers, schemas in a registry by URL, state in the data directory, and artifacts there or by URL.
 * Throws RetryableError when an engine cannot be reached, UsageError when the operator must change something first.
 */
export async function openOnKafka(config: Config, logger: Logger): Promise<Engine> {
  const options = kafkaOptions(config, logger);
  prepareDataDirectory(config, 'state');
  const registry = remoteRegistry(config);
  const log = await openKafkaLog(options);
  try {
    await registry.registerCommitted(config.topicPrefix);
    const codec = await codecOver(registry, config);
    const artifacts = await openArtifacts(config);
    const stores = openKafkaStores(log, { directory: config.dataDir, prefix: config.topicPrefix });
    const groups = openGroupView(options);
    return {
      log,
      openStore: stores.openStore,
      codec,
      artifacts,
      schemas: null,
      processors: {
        positionsOf: (name) => positionsOf(groups, name, log.partitionsOf),
        isRunning: async (name) => (await groups.members(name)) > 0,
      },
      close: async () => {
        await Promise.all([log.close(), groups.close()]);
        await stores.close();
      },
    };
  } catch (error) {
    await log.close();
    throw error;
  }
}

/** The Kafka client's options from the settings. */
export function kafkaOptions(config: Config, logger: Logger): KafkaOptions {
  const { kafkaSaslMechanism: mechanism } = config;
  const login = { username: config.kafkaUsername ?? '', password: config.kafkaPassword ?? '' };
  return {
    brokers: config.kafkaBrokers ?? [],
    clientId: config.kafkaClientId,
    prefix: config.topicPrefix,
    logger,
    timings: sessionTimings(config.kafkaSessionSeconds * 1_000),
    ...(mechanism === null ? {} : { sasl: { mechanism, ...login } }),
    ...tlsOf(config),
  };
}

/** A file of certificates turns TLS on. */
function tlsOf(config: Config): Pick<KafkaOptions, 'tls'> {
  const { kafkaTls, kafkaCaFile: ca, kafkaCertFile: cert, kafkaKeyFile: key, kafkaKeyPassword: passphrase } = config;
  if (!(kafkaTls ?? (ca !== null || cert !== null))) return {};
  const given = Object.entries({ ca, cert, key, passphrase }).filter(([, value]) => value !== null);
  const tls = Object.fromEntries(given);
  try {
    // Otherwise each connection would fail, as if the brokers were away.
    createSecureContext(tls);
  } catch (error) {
    throw new ConfigurationError([
      `ATTESTRY_KAFKA_CERT_FILE, ATTESTRY_KAFKA_KEY_FILE, ATTESTRY_KAFKA_KEY_PASSWORD, ATTESTRY_KAFKA_CA_FILE: ${error instanceof Error ? error.message : String(error)}; name a certificate, its own key and the password of that key`,
    ]);
  }
  return { tls };
}

/** Ten heartbeats per session; a member may take two sessions to finish its chunk. */
const sessionTimings = (sessionMs: number): NonNullable<KafkaOptions['timings']> => ({
  sessionMs,
  rebalanceMs: 2 * sessionMs,
  heartbeatMs: sessionMs / 10,
});

/** The registry that the settings name. */
export function remoteRegistry(config: Config): RemoteRegistry {
  const { schemaRegistryUsername: username, schemaRegistryPassword: password, schemaRegistryCaFile: ca } = config;
  return createRemoteRegistry({
    url: config.schemaRegistryUrl ?? '',
    clock: Date.now,
    ...(username === null ? {} : { username, password: password ?? '' }),
    ...(ca === null ? {} : { ca }),
  });
}

/** The offsets that the members of a processor's group committed, in the form of a state store. */
async function positionsOf(
  groups: GroupView,
  name: string,
  partitionsOf: (topic: (typeof consumers)[number]['inputs'][number]) => number,
): Promise<Positions> {
  const consumer = consumers.find((one) => one.name === name);
  if (consumer === undefined) throw new Error(`no processor is named ${name}`);
  const { inputs, global } = consumer;
  const committed = await groups.committedOffsets(name, inputs);
  const globals = global === null ? 0 : partitionsOf(global);
  const heard = new Map(
    Array.from({ length: globals }, (_, partition) => [globalOffsetKey(partition), partition] as const),
  );
  return {
    position: (topic, partition) => committed.get(`${topic}/${partition}`)?.offset ?? null,
    get: (partition, key) => {
      const claimed = partitionOfKey(key);
      if (claimed !== null) return Buffer.from(committed.get(claimed)?.metadata ?? '');
      const { metadata: note } = committed.get(`${inputs[0] ?? ''}/${partition}`) ?? { metadata: '' };
      const globalPartition = heard.get(key);
      return globalPartition === undefined ? undefined : Buffer.from(String(globalOffsetIn(note, globalPartition)));
    },
  };
}
