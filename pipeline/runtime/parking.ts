import type { LogRecord, NewRecord } from '../../infra/log/log.ts';
import type { Codec } from '../../schemas/codec.ts';
import { schemaIdOf } from '../../schemas/framed-value.ts';
import type { DeadLetter } from '../../schemas/generated/records.ts';
import { type TopicName, topics } from '../../schemas/topics.ts';

export interface ParkedRecord {
  readonly record: LogRecord;
  readonly processor: string;
  /** Reason: `undecodable`, `refused` by a fold, or the class of an error. */
  readonly errorClass: string;
  readonly message: string;
  /** When it was parked, milliseconds. */
  readonly time: number;
}

export const deadLetterTopicOf = (input: TopicName): 'dead.letters' | 'accounts.dead.letters' =>
  topics[input].environment === 'accounts' ? 'accounts.dead.letters' : 'dead.letters';

/** The dead letter of a record: its original bytes and what is required to find and repeat it. */
export function deadLetter(codec: Codec, { record, processor, errorClass, message, time }: ParkedRecord): NewRecord {
  const topic = deadLetterTopicOf(record.topic);
  const schemaId = record.value === null ? null : schemaIdOf(record.value);
  const value: DeadLetter = { ...record, schemaId, processor, errorClass, message, time };
  return { topic, key: record.key ?? Buffer.alloc(0), value: codec.encode(topic, value), timestamp: time };
}

/** Limits of consecutive parks, and of the share in the last records, at which a processor stops (docs/architecture.md, Failure). */
const longestRun = 50;
const windowSize = 1_000;
const largestShare = 0.05;

export interface ParkGuard {
  /** Counts one record; true if the processor must stop. */
  readonly count: (parked: boolean) => boolean;
}

/** Stops a processor that parks too much: a broken publisher must not drain a topic into the dead letters. */
export function createParkGuard(): ParkGuard {
  /** Ring of the last records. */
  const recent = new Uint8Array(windowSize);
  let counted = 0;
  let parkedInWindow = 0;
  let run = 0;
  return {
    count: (parked) => {
      run = parked ? run + 1 : 0;
      const at = counted % windowSize;
      counted += 1;
      parkedInWindow += (parked ? 1 : 0) - (recent[at] ?? 0);
      recent[at] = parked ? 1 : 0;
      return run >= longestRun || (counted >= windowSize && parkedInWindow >= windowSize * largestShare);
    },
  };
}
