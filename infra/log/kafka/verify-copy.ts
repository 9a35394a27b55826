import type { Message } from 'kafkajs';
import { topicNames } from '../../../schemas/topics.ts';
import type { LogRecord } from '../log.ts';
import { messageOf } from './copied-messages.ts';
import { withCluster } from './copy-cluster.ts';
import type { CopyLogOptions } from './copy-log.ts';
import type { KafkaOptions } from './kafka-options.ts';
import type { KafkaReader, Place } from './reader.ts';

const pageRecords = 500;

/** Reads both logs and compares record by record what the source holds. Throws Error at the first that differs. */
export async function verifyCopy(
  options: Pick<CopyLogOptions, 'source' | 'translate'> & KafkaOptions,
): Promise<number> {
  const { source, translate } = options;
  return withCluster(options, async ({ reader, placeOf }) => {
    let compared = 0;
    for (const topic of topicNames) {
      const ranges = await source.ranges(topic);
      for (const { partition, low, end } of ranges) {
        const place = placeOf(topic, partition, ranges.length);
        for (let from = low; from < end; ) {
          const page = await source.read({ topic, partition, from, maxRecords: pageRecords });
          const last = page.at(-1)?.offset ?? end;
          const there = await readSpan(reader, place, from, last + 1);
          for (const record of page) {
            const copy = there.get(record.offset);
            const wanted = messageOf(record, await translate(record));
            if (copy === undefined || !isSame(wanted, messageOf(copy, copy.value))) {
              throw new Error(`${place.kafkaTopic}, partition ${partition}, offset ${record.offset} is not as it was`);
            }
          }
          compared += page.length;
          from = last + 1;
        }
      }
    }
    return compared;
  });
}

async function readSpan(
  reader: KafkaReader,
  place: Place,
  from: number,
  end: number,
): Promise<ReadonlyMap<number, Omit<LogRecord, 'topic' | 'partition'>>> {
  const found = new Map<number, Omit<LogRecord, 'topic' | 'partition'>>();
  for (let next = from; next < end; ) {
    const records = await reader.read({ ...place, from: next, end, maxRecords: pageRecords });
    for (const record of records) found.set(record.offset, record);
    const last = records.at(-1);
    if (last === undefined) break;
    next = last.offset + 1;
  }
  return found;
}

const isSame = (a: Message, b: Message): boolean => JSON.stringify(a) === JSON.stringify(b);
