import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../infra/config/config.ts';
import { openEmbeddedEngine } from '../../infra/embedded-engine.ts';
import type { Logger } from '../../infra/logger.ts';
import { isCluster } from './open-engine.ts';

/**
 * Id of the log that the settings name; null when they name no brokers and the data directory has no log. Creates and
 * registers nothing. Errors as of `openEngine`.
 */
export async function logIdOf(config: Config, logger: Logger): Promise<string | null> {
  if (isCluster(config)) {
    const { kafkaOptions } = await import('./kafka-engine.ts');
    const { openKafkaLog } = await import('../../infra/log/kafka/log/kafka-log.ts');
    const log = await openKafkaLog(kafkaOptions(config, logger));
    await log.close();
    return log.logId;
  }
  if (!existsSync(join(config.dataDir, 'log', 'accounts', 'data.mdb'))) return null;
  const { topicPartitions: partitions, topicPrefix: prefix } = config;
  const engine = openEmbeddedEngine({ directory: config.dataDir, partitions, prefix, logger });
  await engine.close();
  return engine.log.logId;
}
