import { randomUUID } from 'node:crypto';
import { dataFormat } from '../../../../schemas/data-format.ts';
import { isTopicName, type TopicName, topics } from '../../../../schemas/topics.ts';
import { refuseOtherFormat } from '../../../data-format.ts';
import type { PartitionRange } from '../../log.ts';
import type { KafkaReader } from '../wire/reader.ts';
import type { PartitionCounts } from './partition-counts.ts';

/** Offsets below which the operator has given up records, by topic and partition. */
type AcceptedLosses = Readonly<Partial<Record<TopicName, Readonly<Record<string, number>>>>>;

/** What a record of the identity topic adds, beside the data format. */
export interface IdentityNote {
  /** Partition counts at the creation of the topics; only in the first record. */
  readonly partitions?: PartitionCounts;
  /** Ids of topics, by their names without prefix: those that the log began with, or that replace lost ones. */
  readonly topicIds?: Readonly<Partial<Record<TopicName, string>>>;
  readonly accepted?: AcceptedLosses;
}

export interface LogIdentity {
  readonly id: string;
  /** Partition counts at the creation of the topics; null when they are not recorded. */
  readonly partitions: PartitionCounts | null;
  /** A topic without an entry is taken as it is. */
  readonly topicIds: Readonly<Partial<Record<TopicName, string>>>;
  readonly accepted: AcceptedLosses;
}

/** Internal topic with one partition, for the identity of the log. */
export const identityTopic = (prefix: string): string => `${prefix}log.identity`;

/** Some records for each `topics apply` that creates topics, and for each loss that is accepted. */
const mostRecords = 10_000;

/**
 * Identity of the log: the id written when its topics were created, and the id of the cluster. The first distinguishes logs
 * that follow one another on a cluster; the second distinguishes a copy on another cluster, whose offsets differ. Null when
 * nothing was written yet. The first record has the id, later ones add notes; each has its own key, so compaction keeps all.
 * @throws DataFormatError when none of them states the data format of this build
 */
export async function readIdentity(
  reader: KafkaReader,
  prefix: string,
  clusterId: string,
): Promise<LogIdentity | null> {
  const kafkaTopic = identityTopic(prefix);
  const [range] = await reader.ranges(kafkaTopic, [0]);
  if (range === undefined || range.low >= range.end) return null;
  const place = { kafkaTopic, partition: 0, from: range.low, end: range.end };
  const records = await reader.read({ ...place, maxRecords: mostRecords });
  const id = records[0]?.key?.toString('utf8');
  if (id === undefined) return null;
  const texts = records.map(({ value }) => value?.toString('utf8') ?? '');
  const formats = texts.map((text) => objectOf(parsedOrNull(text))?.['dataFormat']);
  refuseOtherFormat(
    formats.find((one) => one === dataFormat),
    { what: `The log ${prefix}… on Kafka`, by: 'url' },
  );
  const notes = texts.map(noteIn);
  return {
    id: `${id}@${clusterId}`,
    partitions: notes[0]?.partitions ?? null,
    topicIds: Object.assign({}, ...notes.map(({ topicIds }) => topicIds ?? {})) as LogIdentity['topicIds'],
    accepted: Object.assign({}, ...notes.map(({ accepted }) => accepted ?? {})) as AcceptedLosses,
  };
}

/** A record of the identity topic. */
export const identityRecord = (prefix: string, note: IdentityNote) => ({
  kafkaTopic: identityTopic(prefix),
  partition: 0,
  message: { key: randomUUID(), value: JSON.stringify({ dataFormat, ...note }), partition: 0 },
  bytes: 1_000,
});

/** Members of another type are left out, and so are topics that this version does not know. */
export function noteIn(value: string): IdentityNote {
  const { partitions, topicIds, accepted } = objectOf(parsedOrNull(value)) ?? {};
  const counts = known(partitions, Number.isSafeInteger);
  const ids = known(topicIds, (id) => typeof id === 'string');
  const losses = known(accepted, (below) =>
    Object.values(objectOf(below) ?? { none: null }).every(Number.isSafeInteger),
  );
  return {
    ...(counts === null ? {} : { partitions: counts }),
    ...(ids === null ? {} : { topicIds: ids }),
    ...(losses === null ? {} : { accepted: losses }),
  };
}

/** Whether the beginning of a partition is lost: the topic is kept for ever, and brokers have deleted records. */
export function lossIn(
  { accepted }: Pick<LogIdentity, 'accepted'>,
  topic: TopicName,
  { partition, low }: PartitionRange,
): PartitionRange['lost'] {
  if (low === 0 || topics[topic].retentionMs !== null) return undefined;
  return low <= (accepted[topic]?.[String(partition)] ?? 0) ? 'accepted' : 'open';
}

function known(value: unknown, isValid: (member: unknown) => boolean): Readonly<Record<string, unknown>> | null {
  const members = objectOf(value);
  if (members === null) return null;
  return Object.fromEntries(Object.entries(members).filter(([name, member]) => isTopicName(name) && isValid(member)));
}

const objectOf = (value: unknown): Readonly<Record<string, unknown>> | null =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : null;

function parsedOrNull(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return null;
  }
}
