import { RetryableError } from '../../../errors.ts';
import type { FetchedBatch, RawRecord } from './records.ts';

export interface ReadBatch extends FetchedBatch {
  /** Offset up to which the fetch could return records: the last stable offset, or the end. */
  readonly readable: number;
}

export interface Span {
  readonly kafkaTopic: string;
  readonly partition: number;
  /** An offset within the partition's range. */
  readonly from: number;
  readonly end: number;
  readonly maxRecords: number;
}

/** One fetch; null when the response does not have the partition. */
export type FetchOne = (
  want: Pick<Span, 'kafkaTopic' | 'partition' | 'from'>,
  maxBytes: number,
) => Promise<ReadBatch | null>;

export const partitionBytes = 2 ** 20;
/** Larger than any batch. */
export const requestBytes = 16 * 2 ** 20;
/** Consecutive fetches that may return nothing although the partition should have records. */
const emptyFetches = 20;

/**
 * The records of a span; fewer than `maxRecords` only if there are no more. Throws RetryableError when that is not known: a
 * leader is new, a response is delayed, a transaction is open.
 */
export async function readSpan(fetchOne: FetchOne, span: Span): Promise<readonly RawRecord[]> {
  const { kafkaTopic, partition, end, maxRecords } = span;
  const records: RawRecord[] = [];
  let maxBytes = Math.min(partitionBytes, Math.max(64 * 1024, maxRecords * 4_096));
  let empty = 0;
  for (let at = span.from; at < end && records.length < maxRecords; ) {
    const batch = await fetchOne({ kafkaTopic, partition, from: at }, maxBytes);
    const next = batch === null ? at : nextOf(batch, at, maxBytes);
    if (next === 'more bytes') {
      maxBytes = Math.min(requestBytes, maxBytes * 8);
      continue;
    }
    for (const record of batch?.records ?? []) if (record.offset < end) records.push(record);
    empty = next === at ? empty + 1 : 0;
    if (empty > emptyFetches) {
      throw new RetryableError(
        `Kafka: ${kafkaTopic}|${partition} should have records from ${at} to ${end}, and gives none`,
      );
    }
    at = next;
  }
  return records.slice(0, maxRecords);
}

/**
 * The next offset to read. Brokers keep the headers of batches that compaction has emptied, and kafkajs hides them: the
 * response seems empty, even if the next batch merely did not fit. If the response had room for any batch after them, an
 * empty one means that no record is left up to `readable`.
 */
function nextOf({ next, readable }: ReadBatch, at: number, maxBytes: number): number | 'more bytes' {
  if (next > at || readable <= at) return next;
  return maxBytes < requestBytes ? 'more bytes' : readable;
}
