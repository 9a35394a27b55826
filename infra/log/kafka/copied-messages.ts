import type { Message } from 'kafkajs';
import type { LogRecord } from '../log.ts';

/** A record as it is sent, with another value. */
export const messageOf = (
  { key, timestamp, headers }: Pick<LogRecord, 'key' | 'timestamp' | 'headers'>,
  value: Buffer | null,
): Message => ({ key, value, timestamp: String(timestamp), headers: { ...headers } });

/** Which of two messages fills gaps: they are many, so the smaller one. */
export const smallerOf = (a: Message | null, b: Message): Message => (a === null || sizeOf(b) < sizeOf(a) ? b : a);

const sizeOf = ({ key, value, headers }: Message): number =>
  (key?.length ?? 0) + (value?.length ?? 0) + JSON.stringify(headers ?? {}).length;

/**
 * Messages for offsets whose records are gone. In a compacted topic they repeat a record that is there: whoever reads it
 * once more knows it, where an empty record would be one that cannot be processed. Where nothing is left, nobody reads.
 */
export function* fillersOf(filler: Message | null, count: number): Generator<Message> {
  const message = filler ?? { key: 'gone', value: null, timestamp: '0' };
  for (let left = count; left > 0; left -= 1) yield message;
}
