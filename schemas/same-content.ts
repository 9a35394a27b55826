import type { Codec } from './codec.ts';
import { schemaIdOf, UndecodableValue } from './framed-value.ts';
import type { TopicName } from './topics.ts';

/** Whether two values have the same content, also if they are written with different schemas. Call `prepare` with both first. */
export function isSameContent(codec: Codec, topic: TopicName, a: Buffer, b: Buffer): boolean {
  if (a.equals(b)) return true;
  if (schemaIdOf(a) === schemaIdOf(b)) return false;
  const again = (bytes: Buffer): Buffer => codec.encode(topic, codec.decode(topic, bytes));
  try {
    return again(a).equals(again(b));
  } catch (error) {
    if (error instanceof UndecodableValue) return false;
    throw error;
  }
}
