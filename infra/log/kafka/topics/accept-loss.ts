import type { TopicName } from '../../../../schemas/topics.ts';
import { UsageError } from '../../../errors.ts';
import { createClients } from '../client/connect.ts';
import { type KafkaOptions, timingsOf } from '../client/options.ts';
import { createSender } from '../wire/producer.ts';
import { createReader } from '../wire/reader.ts';
import { readCatalogue } from './catalogue.ts';
import { identityRecord, lossIn, readIdentity } from './log-identity.ts';

export interface AcceptedLoss {
  /** The topic was deleted and created again: all former records are lost. */
  readonly replaced: boolean;
  /** Partitions whose records below an offset are given up. */
  readonly lost: readonly { readonly partition: number; readonly below: number }[];
}

/**
 * Gives up the records of a topic that the brokers have deleted: writes the id of the topic and the first offset of each of
 * its partitions to the log's identity. Nothing is written when nothing is lost. Errors as of `openKafkaLog`.
 */
export async function acceptLoss(options: KafkaOptions, topic: TopicName): Promise<AcceptedLoss> {
  const { prefix = 'attestry.', logger } = options;
  const { kafka, openCluster } = createClients(options);
  const reader = createReader(openCluster);
  const sender = createSender(kafka, timingsOf(options), logger);
  try {
    const catalogue = await readCatalogue(kafka, options, prefix);
    const identity = await readIdentity(reader, prefix, catalogue.clusterId);
    if (identity === null) throw new UsageError(`Kafka: the log ${prefix}… has no identity yet: nothing is lost.`);
    const { kafkaTopic, partitions } = catalogue.topic(topic);
    const id = (await reader.topicIds([kafkaTopic])).get(kafkaTopic);
    const began = identity.topicIds[topic];
    const replaced = began !== undefined && id !== undefined && began !== id;
    const all = Array.from({ length: partitions }, (_, partition) => partition);
    const ranges = await reader.ranges(kafkaTopic, all);
    const lost = ranges
      .filter((range) => lossIn(identity, topic, range) === 'open')
      .map(({ partition, low: below }) => ({ partition, below }));
    if (replaced || lost.length > 0) {
      const accepted = { [topic]: Object.fromEntries(ranges.map(({ partition, low }) => [partition, low])) };
      await sender.send([
        identityRecord(prefix, { accepted, ...(id === undefined ? {} : { topicIds: { [topic]: id } }) }),
      ]);
    }
    return { replaced, lost };
  } finally {
    await Promise.all([reader.close(), sender.close()]);
  }
}
