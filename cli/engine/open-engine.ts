import { openArtifacts } from '../../infra/artifacts/open-artifacts.ts';
import type { Config } from '../../infra/config/config.ts';
import { openEmbeddedEngine } from '../../infra/embedded-engine.ts';
import type { Logger } from '../../infra/logger.ts';
import { prepareDataDirectory } from './data-directory.ts';
import { refuseMovedLog } from './moved-log.ts';
import type { Engine } from './engine-parts.ts';
import { connectTables } from './tables-client.ts';
import { refuseWhenFull } from './refuse-when-full.ts';
import { codecOver } from './topic-codec.ts';

export type { Engine } from './engine-parts.ts';
export { prepareDataDirectory, tablesDirectory, tablesSocket } from './data-directory.ts';

/** Whether the log is on Kafka. */
export const isCluster = ({ kafkaBrokers }: Pick<Config, 'kafkaBrokers'>): boolean => kafkaBrokers !== null;

/** Opens the engines that the settings name. Several threads and processes may do so at the same time. */
export async function openEngine(config: Config, logger: Logger): Promise<Engine> {
  if (!isCluster(config)) return openOnDirectory(config, logger);
  // Imported here so that commands without Kafka do not load its client.
  const { openOnKafka } = await import('./kafka-engine.ts');
  return openOnKafka(config, logger);
}

async function openOnDirectory(config: Config, logger: Logger): Promise<Engine> {
  refuseMovedLog(config);
  prepareDataDirectory(config);
  const embedded = openEmbeddedEngine({
    directory: config.dataDir,
    partitions: config.topicPartitions,
    prefix: config.topicPrefix,
    logger,
  });
  await embedded.schemas.registerCommitted(config.topicPrefix);
  return {
    ...embedded,
    log: refuseWhenFull(embedded.log, config),
    codec: await codecOver(embedded.schemas, config),
    artifacts: await openArtifacts(config),
    processors: {
      positionsOf: async (name, environment) => embedded.openStore(name, environment),
      isRunning: async () => (await connectTables(config)) !== null,
    },
  };
}
