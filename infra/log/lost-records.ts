import type { TopicName } from '../../schemas/topics.ts';
import { UsageError } from '../errors.ts';

/** Records of a topic that is kept for ever, which brokers have deleted. */
export interface LostRecords {
  readonly topic: TopicName;
  readonly partition: number;
  /** All offsets below it are gone. */
  readonly below: number;
  /** The operator has given them up (`attestry topics accept-loss`). */
  readonly accepted: boolean;
}

/** What others have done to the topics of a log. */
export interface LogInspection {
  readonly lost: readonly LostRecords[];
  /** Topics that do not exist. */
  readonly missing: readonly TopicName[];
  /** Topics that were deleted and created again since the log began. */
  readonly replaced: readonly TopicName[];
  /** One sentence for each setting of a topic that deletes records; empty where the user may not read settings. */
  readonly settings: readonly string[];
}

interface BeginningOfPartition {
  readonly partition: number;
  readonly low: number;
  readonly lost?: 'open' | 'accepted' | undefined;
}

/** Throws UsageError when records from `from` on are lost: what is made of the rest would be wrong. */
export function refuseLost(topic: TopicName, { partition, low, lost }: BeginningOfPartition, from: number): void {
  if (lost !== 'open' || from >= low) return;
  throw new UsageError(
    `Topic ${topic}, partition ${partition}: offset ${from} is to be read next, but the brokers have deleted every record below ${low}, and this topic is kept for ever. ` +
      `Nothing was skipped. Correct the retention of the topic and restore its records from a backup of the brokers; or give them up with attestry topics accept-loss ${topic} (docs/runbooks/records-lost.md).`,
  );
}
