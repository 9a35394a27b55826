import type { Kafka } from 'kafkajs';
import type { Logger } from '../../logger.ts';
import type { Cluster } from './internals.ts';
import type { KafkaCatalogue } from './kafka-catalogue.ts';
import type { KafkaTimings } from './kafka-options.ts';
import type { KafkaReader } from './reader.ts';

/** Dependencies that the parts of a Kafka log share. */
export interface KafkaEngine {
  readonly kafka: Kafka;
  readonly openCluster: () => Cluster;
  readonly catalogue: KafkaCatalogue;
  readonly reader: KafkaReader;
  readonly timings: KafkaTimings;
  readonly logger: Logger | undefined;
}
