import type { Kafka } from 'kafkajs';
import type { Logger } from '../../../logger.ts';
import type { Cluster } from '../client/internals.ts';
import type { KafkaCatalogue } from '../topics/catalogue.ts';
import type { KafkaTimings } from '../client/options.ts';
import type { KafkaReader } from '../wire/reader.ts';
import type { LogInspector } from '../topics/inspect-topics.ts';

/** Dependencies that the parts of a Kafka log share. */
export interface KafkaEngine extends Pick<LogInspector, 'lossOf'> {
  readonly kafka: Kafka;
  readonly openCluster: () => Cluster;
  readonly catalogue: KafkaCatalogue;
  readonly reader: KafkaReader;
  readonly timings: KafkaTimings;
  readonly logger: Logger | undefined;
}
