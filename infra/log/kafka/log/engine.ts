import type { Kafka } from 'kafkajs';
import type { Logger } from '../../../logger.ts';
import type { Cluster } from '../client/internals.ts';
import type { KafkaCatalogue } from '../topics/catalogue.ts';
import type { KafkaTimings } from '../client/options.ts';
import type { KafkaReader } from './reader.ts';
import type { TopicName } from '../../../../schemas/topics.ts';
import type { PartitionRange } from '../../log.ts';

/** Dependencies that the parts of a Kafka log share. */
export interface KafkaEngine {
  readonly kafka: Kafka;
  readonly openCluster: () => Cluster;
  readonly catalogue: KafkaCatalogue;
  readonly reader: KafkaReader;
  /** Whether the beginning of a partition is lost. */
  readonly lossOf: (topic: TopicName, range: PartitionRange) => PartitionRange['lost'];
  readonly timings: KafkaTimings;
  readonly logger: Logger | undefined;
}
