import type { LogRecord, NewRecord } from '../../infra/log/log.ts';
import type { Codec } from '../../schemas/codec.ts';
import type { Parking } from '../../schemas/generated/records.ts';
import { type TopicName, topics } from '../../schemas/topics.ts';
import { deadLetter } from './parking.ts';

/** The place of a record on the log. */
export type RecordPlace = Pick<LogRecord, 'topic' | 'partition' | 'offset'>;

/** Learns which record a processor works at, so that another thread can name it while this one hangs. */
export type InHand = (processor: string, record: RecordPlace | null) => void;

/** Records that the operator has parked, for one processor. */
export interface ParkedByHand {
  /** Reads the parkings that are new since the last call. */
  readonly load: () => Promise<void>;
  /** As `load`, but at most once a second: called before each chunk. */
  readonly follow: () => Promise<void>;
  /** The request to pass a record that this processor has not processed. */
  readonly requestFor: (record: RecordPlace) => Parking | undefined;
  /** Whether this processor has passed the record. One that is not, and was processed, is processed again in a replay. */
  readonly hasPassed: (record: RecordPlace) => boolean;
  /** The requests of a topic. */
  readonly requestsOf: (topic: TopicName) => readonly Parking[];
}

export const parkingTopicOf = (topic: TopicName): 'parkings' | 'accounts.parkings' =>
  topics[topic].environment === 'accounts' ? 'accounts.parkings' : 'parkings';

export const placeOf = ({ topic, partition, offset }: Readonly<Record<keyof RecordPlace, unknown>>): string =>
  `${String(topic)}/${String(partition)}/${String(offset)}`;

/** The class of error of the dead letters of records that were parked by hand. */
export const byHandClass = 'parked by hand';

/**
 * What a processor appends when it passes a record by a parking: the dead letter, and that it has passed the record, which is
 * kept for ever, so that a replay passes it, too.
 */
export function passingRecords(
  codec: Codec,
  { record, processor, parking, time }: PassedRecord,
): readonly [NewRecord, NewRecord] {
  const topic = parkingTopicOf(record.topic);
  const value: Parking = { ...parking, processors: [processor], passed: true, time };
  const message = `${parking.by}: ${parking.why}`;
  return [
    deadLetter(codec, { record, processor, errorClass: byHandClass, message, time }),
    { topic, key: topics[topic].keyOf(value), value: codec.encode(topic, value), timestamp: time },
  ];
}

interface PassedRecord {
  readonly record: LogRecord;
  readonly processor: string;
  /** The request of the operator. */
  readonly parking: Parking;
  /** Milliseconds. */
  readonly time: number;
}
