import type { Command } from 'commander';
import { UsageError } from '../../infra/errors.ts';
import { placeOf, type RecordPlace } from '../../pipeline/runtime/parked-by-hand.ts';
import type { Parking } from '../../schemas/generated/records.ts';
import { type Engine, openEngine } from '../engine/open-engine.ts';
import { appendValues } from '../log/append.ts';
import { parkingRequest, readersOf, readParkings, unreadBy } from '../log/parkings.ts';
import { reviewText } from '../operator/decide-change.ts';
import { command, type Context, runs } from '../program/command.ts';
import { CommandFailed } from '../program/process/exit.ts';
import { visibleText } from '../program/output/visible-text.ts';
import { topicNamed } from './topics-tail.ts';

/** Characters. The log keeps both for ever. */
const longest = { by: 100, why: 1_000 } as const;

export const parkCommand = (): Command =>
  command('park', 'passes a record that a processor cannot process; the processor need not answer')
    .argument('<topic>', 'name of the topic, with or without prefix')
    .argument('<partition>', 'number of the partition, as in attestry status, /readyz or the log')
    .argument('<offset>', 'offset of the record')
    .requiredOption('--by <name>', 'who decides that')
    .requiredOption('--why <text>', 'reason for skipping the record; stored on the log')
    .action(runs(park));

interface ParkOptions {
  readonly by: string;
  readonly why: string;
}

async function park(
  { loaded, out, logger, clock }: Context,
  topicText: string,
  partitionText: string,
  offsetText: string,
  options: ParkOptions,
): Promise<void> {
  const topic = topicNamed(topicText, loaded.config.topicPrefix);
  const place = { topic, partition: whole('PARTITION', partitionText), offset: whole('OFFSET', offsetText) };
  const by = reviewText('--by', options.by, longest.by);
  const why = reviewText('--why', options.why, longest.why);
  const engine = await openEngine(loaded.config, logger);
  try {
    await refuseUnknown(engine, place);
    const parking = await parkingOf(engine, place, { by, why, time: clock() });
    const { processors, time } = parking;
    const at = { topic, partition: place.partition, offset: place.offset };
    const answer = { ...at, processors, by: parking.by, why: parking.why, time: new Date(time).toISOString() };
    out.result(answer, visibleText(sentenceOf(parking)));
  } finally {
    await engine.close();
  }
}

/** The request that is on the log already, or a new one. Throws CommandFailed when every processor is past the record. */
async function parkingOf(
  engine: Engine,
  place: RecordPlace,
  given: Pick<Parking, 'by' | 'time' | 'why'>,
): Promise<Parking> {
  const { requests, hasPassed } = await readParkings(engine);
  const unread = await unreadBy(engine, place);
  const known = requests.get(placeOf(place));
  const isEffective = known?.processors.some((name) => unread.includes(name) || hasPassed(name, place)) ?? false;
  if (known !== undefined && isEffective) return known;
  if (unread.length === 0) {
    const names = readersOf(place.topic).map(({ name }) => name);
    throw new CommandFailed(`already processed, by ${names.join(', ')}: ${named(place)} cannot be passed any more`);
  }
  const { topic, value } = parkingRequest(place, { ...given, processors: [...unread] });
  await appendValues(engine, topic, [{ value, timestamp: given.time }]);
  return value;
}

async function refuseUnknown({ log }: Engine, place: RecordPlace): Promise<void> {
  const { topic, partition, offset } = place;
  if (readersOf(topic).length === 0) throw new UsageError(`no processor reads ${topic}: there is nothing to pass`);
  const partitions = log.partitionsOf(topic);
  if (partition >= partitions) {
    throw new UsageError(`PARTITION: ${topic} has partitions 0 to ${partitions - 1}, not ${partition}`);
  }
  const range = (await log.ranges(topic)).find((one) => one.partition === partition);
  if (offset >= (range?.end ?? 0)) {
    throw new UsageError(
      `OFFSET: ${topic} ${partition} ends before ${range?.end ?? 0}; attestry topics tail ${topic} --from ${Math.max(0, (range?.end ?? 0) - 1)} shows its last records`,
    );
  }
  const [record] = await log.read({ topic, partition, from: offset, maxRecords: 1 });
  if (record?.offset !== offset) throw new UsageError(`OFFSET: ${named(place)} is no longer on the log`);
}

const named = ({ topic, partition, offset }: { readonly topic: string } & Omit<RecordPlace, 'topic'>) =>
  `${topic} ${partition} ${offset}`;

const sentenceOf = (parking: Parking): string =>
  `${named(parking)} is parked by ${parking.by}: ${parking.why}\n${parking.processors.join(', ')} ${parking.processors.length === 1 ? 'passes' : 'pass'} it when it comes next. One that hangs in it has to be started again: restart the service.`;

function whole(name: string, text: string): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && Number.isSafeInteger(value)) return value;
  throw new UsageError(`${name} takes a whole number from 0, not "${text}"`);
}
