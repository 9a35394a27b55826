import type { Message } from 'kafkajs';
import type { LogRecord } from '../log.ts';

/** A record as a message, with the given value. */
export const messageOf = (
  { key, timestamp, headers }: Pick<LogRecord, 'key' | 'timestamp' | 'headers'>,
  value: Buffer | null,
): Message => ({ key, value, timestamp: String(timestamp), headers: { ...headers } });

/** The smaller of two messages, because a filler is written many times. */
export const smallerOf = (a: Message | null, b: Message): Message => (a === null || sizeOf(b) < sizeOf(a) ? b : a);

const sizeOf = ({ key, value, headers }: Message): number =>
  (key?.length ?? 0) + (value?.length ?? 0) + JSON.stringify(headers ?? {}).length;

/**
 * Messages for offsets whose records were deleted. They repeat an existing record: readers ignore a repeated record and
 * could not process an empty one. If the partition has no record left, the filler is empty, and no reader reaches it.
 */
export function* fillersOf(filler: Message | null, count: number): Generator<Message> {
  const message = filler ?? { key: 'gone', value: null, timestamp: '0' };
  for (let left = count; left > 0; left -= 1) yield message;
}
