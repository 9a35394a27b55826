import type { SendableRecord } from './prepare.ts';

/** Larger requests keep the event loop waiting: 17–25 ms at 1,000 records, 90 ms at 5,000. */
const maxRecords = 1_000;
const maxBytes = 4 * 2 ** 20;
/** All records of a request for one partition are one batch, and brokers take batches of 1 MiB unless told otherwise. */
const maxPartitionBytes = 900_000;

/** How many records from the front go into one request; at least one. */
export function sliceLength(records: Iterable<Pick<SendableRecord, 'kafkaTopic' | 'partition' | 'bytes'>>): number {
  const byPartition = new Map<string, number>();
  let count = 0;
  let total = 0;
  for (const { kafkaTopic, partition, bytes } of records) {
    const place = `${kafkaTopic}|${partition}`;
    const inPartition = (byPartition.get(place) ?? 0) + bytes;
    total += bytes;
    const fits = count < maxRecords && total <= maxBytes && inPartition <= maxPartitionBytes;
    if (count > 0 && !fits) break;
    byPartition.set(place, inPartition);
    count++;
  }
  return count;
}
