import type { Config } from '../../infra/config/config.ts';
import { applyKafkaTopics, type TopicReport } from '../../infra/log/kafka/topics/apply-topics.ts';
import type { Logger } from '../../infra/logger.ts';
import { kafkaOptions, remoteRegistry } from './kafka-engine.ts';

/** Creates the topics that the brokers lack and registers all schemas. Existing topics are never altered. */
export async function applyTopics(config: Config, logger: Logger): Promise<readonly TopicReport[]> {
  const { topicPartitions: partitions, topicReplication: replication } = config;
  const reports = await applyKafkaTopics({ ...kafkaOptions(config, logger), partitions, replication });
  await remoteRegistry(config).registerCommitted(config.topicPrefix);
  return reports;
}
