/** The parts of a stored checkpoint that other roles read; does not load the tables. */
import { ownJson } from '../../../schemas/stored-value.ts';
import type { TopicName } from '../../../schemas/topics.ts';
import type { Checkpoint } from './checkpoint.ts';

const keyPrefix = 'filled/';

/** State key of a partition's checkpoint. */
export const checkpointKey = (topic: TopicName, partition: number): string => `${keyPrefix}${topic}/${partition}`;

/** The `topic/partition` of such a key; null for another key. */
export const partitionOfKey = (key: string): string | null =>
  key.startsWith(keyPrefix) ? key.slice(keyPrefix.length) : null;

/** Offset below which all rows that clients wait for are inserted, from what is stored or committed with the position `next`. */
export const shownIn = (text: string, next: number): number =>
  text.startsWith('{') ? Math.max(next, ownJson<Partial<Checkpoint>>(text).shown ?? 0) : next;

/** Highest offset below which any tables were filled, from what is stored or committed with the position `next`. */
export const reachedIn = (text: string, next: number): number =>
  text.startsWith('{') ? Math.max(next, ownJson<Partial<Checkpoint>>(text).reached ?? 0) : next;
