import { openArtifacts } from '../../infra/artifacts/open-artifacts.ts';
import type { Config } from '../../infra/config/config.ts';
import { DataFormatError } from '../../infra/data-format.ts';
import { openEmbeddedEngine } from '../../infra/embedded-engine.ts';
import { lastEndOf, restoreLastEnd } from '../../infra/log/check/last-end.ts';
import type { Extent } from '../../infra/log/lmdb/extent.ts';
import type { ShortFile } from '../../infra/log/lmdb/open-root.ts';
import type { Logger } from '../../infra/logger.ts';
import { prepareDataDirectory } from './data-directory.ts';
import { refuseMovedLog } from './moved-log.ts';
import type { Engine } from './engine-parts.ts';
import { checkForCommand, endingCleanly, ownFromFirstAppend, ownLog, type OwnLogOptions } from './own-log.ts';
import { connectTables } from './tables-client.ts';
import { refuseWhenFull } from './refuse-when-full.ts';
import { codecOver } from './topic-codec.ts';

export type { Engine } from './engine-parts.ts';
export { prepareDataDirectory, tablesDirectory, tablesSocket } from './data-directory.ts';

/** Whether the log is on Kafka. */
export const isCluster = ({ kafkaBrokers }: Pick<Config, 'kafkaBrokers'>): boolean => kafkaBrokers !== null;

/**
 * Opens the engines that the settings name. Several threads and processes may do so at the same time.
 * @param owner the service that owns the data directory, or a thread of it: it has checked the log
 */
export async function openEngine(config: Config, logger: Logger, owner?: 'service'): Promise<Engine> {
  if (!isCluster(config)) return owner === 'service' ? openOnDirectory(config, logger) : openForCommand(config, logger);
  // Imported here so that commands without Kafka do not load its client.
  const { openOnKafka } = await import('./kafka-engine.ts');
  return openOnKafka(config, logger);
}

/** The engines of `up`, which owns the log of its data directory, and how much of it was checked. */
export interface OwnEngine {
  readonly engine: Engine;
  /** Null after a clean end of the last owner, and for a log on Kafka. */
  readonly checked: Extent | null;
}

/** Opens the engines of `up`. Null when `signal` ended the check of the log. */
export async function openOwnEngine(config: Config, logger: Logger, options: OwnLogOptions): Promise<OwnEngine | null> {
  if (isCluster(config)) return { engine: await openEngine(config, logger), checked: null };
  const before = lastEndOf(config.dataDir);
  const checked = await ownLog(config, options);
  if (checked === 'stopped') return null;
  // After a clean end each file reaches up to its last page: a shorter one was cut.
  const short = checked === null ? 'refuse' : 'read';
  try {
    return { engine: endingCleanly(await openOnDirectory(config, logger, short), config), checked };
  } catch (error) {
    // The build that made it goes on as after its own end.
    if (error instanceof DataFormatError) restoreLastEnd(config.dataDir, before);
    throw error;
  }
}

/** While no service runs, a command is the owner of the log. */
async function openForCommand(config: Config, logger: Logger): Promise<Engine> {
  const state = await checkForCommand(config);
  const engine = await openOnDirectory(config, logger, shortFiles[state]);
  return state === 'in use' || state === 'checked' ? engine : ownFromFirstAppend(engine, config, state === 'new');
}

const shortFiles = { 'in use': 'accept', new: 'refuse', 'ended cleanly': 'refuse', checked: 'read' } as const;

async function openOnDirectory(config: Config, logger: Logger, short: ShortFile = 'accept'): Promise<Engine> {
  refuseMovedLog(config);
  prepareDataDirectory(config);
  const embedded = openEmbeddedEngine({
    directory: config.dataDir,
    partitions: config.topicPartitions,
    prefix: config.topicPrefix,
    logger,
    short,
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
