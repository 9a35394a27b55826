import { consumers } from '../../../pipeline/processors/catalogue.ts';
import type { InHand } from '../../../pipeline/runtime/parked-by-hand.ts';
import { topicNames } from '../../../schemas/topics.ts';

/**
 * Which record a thread works at, in memory that the main thread shares: a thread that hangs in a record answers no message.
 * Four numbers: the processor counted from 1 or 0 for none, topic, partition, offset.
 */
const numbers = 4;

export const makeInHand = (): SharedArrayBuffer => new SharedArrayBuffer(numbers * Float64Array.BYTES_PER_ELEMENT);

const processorNumbers = new Map(consumers.map(({ name }, index) => [name, index + 1]));
const topicNumbers = new Map(topicNames.map((name, index) => [name, index]));

/** For the thread that works. */
export function writeInHand(shared: SharedArrayBuffer): InHand {
  const place = new Float64Array(shared);
  return (processor, record) => {
    if (record !== null) {
      place[1] = topicNumbers.get(record.topic) ?? 0;
      place[2] = record.partition;
      place[3] = record.offset;
    }
    place[0] = record === null ? 0 : (processorNumbers.get(processor) ?? 0);
  };
}

/** The record as `topic partition offset (processor)`; null when the thread works at none. */
export function readInHand(shared: SharedArrayBuffer): string | null {
  const [processor = 0, topic = 0, partition = 0, offset = 0] = new Float64Array(shared);
  if (processor === 0) return null;
  return `${topicNames[topic] ?? ''} ${partition} ${offset} (${consumers[processor - 1]?.name ?? ''})`;
}
