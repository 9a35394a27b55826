import type { Admin } from 'kafkajs';
import type { TopicName } from '../../../schemas/topics.ts';
import { UsageError } from '../../errors.ts';
import type { PartitionRange } from '../log.ts';
import { createClients } from '../kafka/client/connect.ts';
import { kafkaError } from '../kafka/client/errors.ts';
import { readCatalogue } from '../kafka/topics/catalogue.ts';
import type { KafkaOptions } from '../kafka/client/options.ts';
import { createReader, type KafkaReader, type Place } from '../kafka/wire/reader.ts';

/** The clients and look-ups that copying needs. */
export interface ClusterParts {
  readonly reader: KafkaReader;
  readonly admin: Admin;
  readonly partitionsOf: (topic: TopicName) => { readonly kafkaTopic: string; readonly partitions: number };
  /** Throws UsageError when the topic has another number of partitions. */
  readonly placeOf: (topic: TopicName, partition: number, partitions: number) => Place;
}

/** Connects for the duration of the call. Errors as of `openKafkaLog`. */
export async function withCluster<T>(options: KafkaOptions, use: (parts: ClusterParts) => Promise<T>): Promise<T> {
  const { kafka, openCluster } = createClients(options);
  const admin = kafka.admin();
  const reader = createReader(openCluster);
  try {
    await admin.connect();
    const catalogue = await readCatalogue(kafka, options, options.prefix ?? 'attestry.');
    const placeOf: ClusterParts['placeOf'] = (topic, partition, partitions) => {
      const found = catalogue.topic(topic);
      if (found.partitions === partitions) return { kafkaTopic: found.kafkaTopic, partition };
      throw new UsageError(
        `Kafka: ${found.kafkaTopic} has ${found.partitions} partitions, the log has ${partitions}; positions stay true in the same number only. Delete the topics of this prefix, and they are made as they must be.`,
      );
    };
    return await use({ reader, admin, partitionsOf: catalogue.topic, placeOf });
  } catch (error) {
    throw kafkaError(error, 'copying the log');
  } finally {
    await Promise.all([reader.close(), admin.disconnect().catch(() => undefined)]);
  }
}

/** Offsets of a partition now. */
export const rangeOf = async (reader: KafkaReader, { kafkaTopic, partition }: Place): Promise<PartitionRange> =>
  (await reader.ranges(kafkaTopic, [partition]))[0] ?? { partition, low: 0, end: 0 };
