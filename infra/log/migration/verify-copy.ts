import { topicNames } from '../../../schemas/topics.ts';
import { type ComparedPartition, comparePartition, type CopiedPartition } from './compare-partition.ts';
import { rangeOf, withCluster } from './copy-cluster.ts';
import type { CopyLogOptions } from './copy-log.ts';
import type { KafkaOptions } from '../kafka/client/options.ts';
import type { KafkaReader, Place } from '../kafka/wire/reader.ts';
import type { RawRecord } from '../kafka/wire/records.ts';

/** Compares the copied ranges of both logs record by record. Throws Error at the first difference. */
export async function verifyCopy(
  options: Pick<CopyLogOptions, 'source' | 'ranges' | 'translate'> & KafkaOptions,
): Promise<ComparedPartition> {
  const { source, ranges, translate } = options;
  return withCluster(options, async ({ reader, placeOf }) => {
    let [compared, gone] = [0, 0];
    for (const topic of topicNames) {
      const all = ranges.get(topic) ?? [];
      for (const range of all) {
        const copy = copiedPartition(reader, placeOf(topic, range.partition, all.length));
        const done = await comparePartition({ source, translate, topic, range, copy });
        compared += done.compared;
        gone += done.gone;
      }
    }
    return { compared, gone };
  });
}

const pageRecords = 500;

const copiedPartition = (reader: KafkaReader, place: Place): CopiedPartition => ({
  name: `${place.kafkaTopic}, partition ${place.partition}`,
  range: () => rangeOf(reader, place),
  read: async (from, end) => {
    const found: RawRecord[] = [];
    for (let next = from; next < end; ) {
      const records = await reader.read({ ...place, from: next, end, maxRecords: pageRecords });
      found.push(...records);
      next = (records.at(-1)?.offset ?? end - 1) + 1;
    }
    return found;
  },
});
