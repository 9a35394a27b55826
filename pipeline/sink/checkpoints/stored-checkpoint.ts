/** What others than the sink read of what a position holds for: without its tables. */
import type { TopicName } from '../../../schemas/topics.ts';
import type { Checkpoint } from './checkpoint.ts';

const claimPrefix = 'filled/';

/** Where in the state it is stored what a position holds for. */
export const checkpointKey = (topic: TopicName, partition: number): string => `${claimPrefix}${topic}/${partition}`;

/** The partition of such a key, `topic/partition`; null when it is another key. */
export const partitionOfKey = (key: string): string | null =>
  key.startsWith(claimPrefix) ? key.slice(claimPrefix.length) : null;

/** Up to where tables were once filled, as what is stored or told beside the position `next` says. */
export const reachedIn = (text: string, next: number): number =>
  text.startsWith('{') ? Math.max(next, (JSON.parse(text) as Partial<Checkpoint>).reached ?? 0) : next;
