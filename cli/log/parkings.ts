import { consumers } from '../../pipeline/processors/catalogue.ts';
import { parkingTopicOf, placeOf, type RecordPlace } from '../../pipeline/runtime/parked-by-hand.ts';
import type { Parking } from '../../schemas/generated/records.ts';
import type { TopicName } from '../../schemas/topics.ts';
import type { Engine } from '../engine/engine-parts.ts';
import { lagsOf } from '../engine/lags.ts';
import { readTopic } from './read-topic.ts';

/** What has become of a request for one processor. */
type ParkingState =
  /** The processor has not reached the record, or hangs in it. */
  | 'waits'
  | 'passed'
  /** The processor had finished the record before it read the request. */
  | 'processed';

export interface ParkedRecord {
  readonly request: Parking;
  readonly processors: readonly { readonly name: string; readonly state: ParkingState }[];
}

export interface Parkings {
  /** By place, in the order of the log. */
  readonly requests: ReadonlyMap<string, Parking>;
  readonly hasPassed: (processor: string, record: RecordPlace) => boolean;
}

export async function readParkings(engine: Pick<Engine, 'log' | 'codec'>): Promise<Parkings> {
  const requests = new Map<string, Parking>();
  const passed = new Set<string>();
  for (const topic of ['parkings', 'accounts.parkings'] as const) {
    for await (const { value } of readTopic(engine, topic)) {
      if (value === null) continue;
      const place = placeOf(value);
      if (value.passed) for (const name of value.processors) passed.add(`${name} ${place}`);
      else if (!requests.has(place)) requests.set(place, value);
    }
  }
  return { requests, hasPassed: (processor, record) => passed.has(`${processor} ${placeOf(record)}`) };
}

/** The requests, each with its state for every processor that it names. */
export async function parkedRecords(
  engine: Pick<Engine, 'log' | 'codec' | 'processors'>,
): Promise<readonly ParkedRecord[]> {
  const { requests, hasPassed } = await readParkings(engine);
  const records: ParkedRecord[] = [];
  for (const request of requests.values()) {
    const place = { topic: request.topic as TopicName, partition: request.partition, offset: request.offset };
    const unread = new Set(await unreadBy(engine, place));
    const stateOf = (name: string): ParkingState =>
      hasPassed(name, place) ? 'passed' : unread.has(name) ? 'waits' : 'processed';
    records.push({ request, processors: request.processors.map((name) => ({ name, state: stateOf(name) })) });
  }
  return records;
}

/** Names of the processors that have not processed a record; of sink lanes only where no other has left it. */
export async function unreadBy(
  { log, processors }: Pick<Engine, 'log' | 'processors'>,
  { topic, partition, offset }: RecordPlace,
): Promise<readonly string[]> {
  const unread: { readonly name: string; readonly isSink: boolean }[] = [];
  for (const { name, inputs, global, environment, role } of readersOf(topic)) {
    const positions = await processors.positionsOf(name, environment);
    const own = inputs.includes(topic) ? [topic] : inputs;
    const lags = await lagsOf(log, positions, own, global);
    const place = lags.find((one) => one.topic === topic && one.partition === partition);
    if ((place?.position ?? 0) <= offset) unread.push({ name, isSink: role === 'sink' });
  }
  const folds = unread.filter(({ isSink }) => !isSink);
  return (folds.length > 0 ? folds : unread).map(({ name }) => name);
}

/** The processors, publishers and sink lanes that read a topic. */
export const readersOf = (topic: TopicName) =>
  consumers.filter(({ inputs, global }) => inputs.includes(topic) || global === topic);

/** A request as it is appended. `time` in milliseconds. */
export const parkingRequest = (
  place: RecordPlace,
  given: Pick<Parking, 'by' | 'processors' | 'time' | 'why'>,
): { readonly topic: ReturnType<typeof parkingTopicOf>; readonly value: Parking } => ({
  topic: parkingTopicOf(place.topic),
  value: { topic: place.topic, partition: place.partition, offset: place.offset, passed: false, ...given },
});
