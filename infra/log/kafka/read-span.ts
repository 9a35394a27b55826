import { RetryableError } from '../../errors.ts';
import type { FetchedBatch, RawRecord } from './records.ts';

export interface ReadBatch extends FetchedBatch {
  /** Offset up to which the partition gave out what it had. */
  readonly readable: number;
}

export interface Span {
  readonly kafkaTopic: string;
  readonly partition: number;
  /** An offset that the partition has. */
  readonly from: number;
  readonly end: number;
  readonly maxRecords: number;
}

/** One fetch; null where the answer says nothing about the partition. */
export type FetchOne = (
  want: Pick<Span, 'kafkaTopic' | 'partition' | 'from'>,
  maxBytes: number,
) => Promise<ReadBatch | null>;

export const partitionBytes = 2 ** 20;
/** More than any batch takes. */
export const requestBytes = 16 * 2 ** 20;
/** How often a fetch may say nothing about a partition that should have something. */
const emptyFetches = 20;

/**
 * The records of a span: fewer than asked for only where there are no more. Throws RetryableError where that cannot be told:
 * a leader is new, an answer is put off, a transaction is open.
 */
export async function readSpan(fetchOne: FetchOne, span: Span): Promise<readonly RawRecord[]> {
  const { kafkaTopic, partition, end, maxRecords } = span;
  const records: RawRecord[] = [];
  let maxBytes = Math.min(partitionBytes, Math.max(64 * 1024, maxRecords * 4_096));
  let silent = 0;
  for (let at = span.from; at < end && records.length < maxRecords; ) {
    const batch = await fetchOne({ kafkaTopic, partition, from: at }, maxBytes);
    const next = batch === null ? at : nextOf(batch, at, maxBytes);
    if (next === 'more bytes') {
      maxBytes = Math.min(requestBytes, maxBytes * 8);
      continue;
    }
    for (const record of batch?.records ?? []) if (record.offset < end) records.push(record);
    silent = next === at ? silent + 1 : 0;
    if (silent > emptyFetches) {
      throw new RetryableError(
        `Kafka: ${kafkaTopic}|${partition} should have records from ${at} to ${end}, and gives none`,
      );
    }
    at = next;
  }
  return records.slice(0, maxRecords);
}

/**
 * Where to read on. Brokers leave the frames of batches that compaction has emptied, and kafkajs does not tell of them: they
 * look like nothing, also when what follows did not fit. With room for any batch behind them, nothing means that everything
 * up to where the partition gives out is gone.
 */
function nextOf({ next, readable }: ReadBatch, at: number, maxBytes: number): number | 'more bytes' {
  if (next > at || readable <= at) return next;
  return maxBytes < requestBytes ? 'more bytes' : readable;
}
