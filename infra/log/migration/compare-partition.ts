import { createHash } from 'node:crypto';
import type { Message } from 'kafkajs';
import { type TopicName, topics } from '../../../schemas/topics.ts';
import type { Log, LogRecord, PartitionRange } from '../log.ts';
import { messageOf } from './copied-messages.ts';
import type { RawRecord } from '../kafka/wire/records.ts';

/** A partition of the copy. */
export interface CopiedPartition {
  readonly name: string;
  /** Its offsets now; brokers may delete its beginning at any time. */
  readonly range: () => Promise<Omit<PartitionRange, 'partition'>>;
  /** All its records in a span of offsets. */
  readonly read: (from: number, end: number) => Promise<readonly RawRecord[]>;
}

export interface ComparedPartition {
  /** Records of the original. */
  readonly compared: number;
  /** Records that were copied and that the brokers have deleted since, as the topic's definition allows. */
  readonly gone: number;
}

export interface PartitionToCompare {
  readonly source: Pick<Log, 'read'>;
  readonly translate: (record: LogRecord) => Promise<Buffer | null>;
  readonly topic: TopicName;
  readonly range: PartitionRange;
  readonly copy: CopiedPartition;
}

const pageRecords = 1_000;

/**
 * Compares every record of a partition with its copy. Brokers may delete copied records at once: in a topic with retention,
 * records before its low offset have expired; in a compacted topic, a record may be absent if a later one has its key.
 * Throws Error at the first record that differs, or that is absent for neither reason.
 */
export async function comparePartition(work: PartitionToCompare): Promise<ComparedPartition> {
  const { source, translate, topic, range, copy } = work;
  const { partition, end } = range;
  const replaced = createReplaced(copy.name);
  let compared = 0;
  let gone = 0;
  for (let from = range.low; from < end; ) {
    const page = (await source.read({ topic, partition, from, maxRecords: pageRecords })).filter(
      ({ offset }) => offset < end,
    );
    const next = page.length === 0 ? end : (page.at(-1)?.offset ?? 0) + 1;
    const there = await readSpan(work, from, next);
    const wanted = new Map<number, Message>();
    for (const record of page) wanted.set(record.offset, messageOf(record, await translate(record)));
    for (const offset of [...new Set([...wanted.keys(), ...there.records.keys()])].sort((a, b) => a - b)) {
      const original = wanted.get(offset);
      const copied = there.records.get(offset);
      if (copied !== undefined) {
        const message = messageOf(copied, copied.value);
        if (original !== undefined && textOf(original) !== textOf(message)) throw notAsItWas(copy, offset);
        replaced.found(offset, message, original !== undefined);
      } else if (original !== undefined) {
        if (!mayBeGone(topic, offset, there.low)) throw notAsItWas(copy, offset);
        if (topics[topic].cleanup === 'compact') replaced.missing(offset, original);
        gone += 1;
      }
    }
    compared += page.length;
    from = next;
  }
  replaced.end();
  return { compared, gone };
}

/** Retention deletes from the beginning, compaction anywhere; topics with neither lose no record. */
const mayBeGone = (topic: TopicName, offset: number, low: number): boolean =>
  topics[topic].cleanup === 'compact' || (topics[topic].retentionMs !== null && offset < low);

interface Span {
  readonly records: ReadonlyMap<number, RawRecord>;
  /** Low offset of the copy after they were read. */
  readonly low: number;
}

async function readSpan(
  { copy, range: { end: sourceEnd } }: PartitionToCompare,
  from: number,
  end: number,
): Promise<Span> {
  const before = await copy.range();
  if (before.end < sourceEnd) throw notAsItWas(copy, before.end);
  const records = before.low < end ? await copy.read(Math.max(from, before.low), end) : [];
  // The range is read again only if records may have been deleted during the read.
  const isWhole = records.length === end - from;
  const { low } = isWhole ? before : await copy.range();
  return { records: new Map(records.map((record) => [record.offset, record])), low };
}

/** Absent records of a compacted topic, each until a later record with its key is found. */
function createReplaced(name: string) {
  const open = new Map<string, { readonly offset: number; readonly digest: string }>();
  return {
    missing: (offset: number, message: Message): void => {
      open.set(keyOf(message), { offset, digest: digestOf(message) });
    },
    /** A record that the original lacks is a filler: it must equal the absent record of its key. */
    found: (offset: number, message: Message, isOriginal: boolean): void => {
      const before = open.get(keyOf(message));
      if (before === undefined) return;
      if (!isOriginal && before.digest !== digestOf(message)) throw notAsItWas({ name }, offset);
      open.delete(keyOf(message));
    },
    end: (): void => {
      for (const { offset } of open.values()) throw notAsItWas({ name }, offset);
    },
  };
}

const keyOf = ({ key }: Message): string => (Buffer.isBuffer(key) ? key.toString('latin1') : String(key));

const textOf = (message: Message): string => JSON.stringify(message);

const digestOf = (message: Message): string => createHash('sha256').update(textOf(message)).digest('base64');

const notAsItWas = ({ name }: Pick<CopiedPartition, 'name'>, offset: number): Error =>
  new Error(`${name}, offset ${offset} is not as it was: delete the topics of this prefix, and run this again`);
