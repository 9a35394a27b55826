import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Environment as EnvironmentName, topics } from '../../schemas/topics.ts';
import { UsageError } from '../errors.ts';
import { endOf } from './lmdb/end-of.ts';
import type { Catalogue } from './catalogue.ts';
import type { Environment } from './lmdb/environment.ts';
import type { Assignment, Chunk, ConsumeOptions, Consumption } from './log.ts';
import { hasMore, type Place, readRecords } from './read.ts';
import type { Wake } from './wake.ts';

export interface ConsumeEngine {
  readonly environments: Readonly<Record<EnvironmentName, Environment>>;
  readonly catalogue: Catalogue;
  readonly wake: Wake;
  /** Called when the consumption has ended, with or without an error. */
  readonly ended: () => void;
}

interface Reading extends Place {
  readonly environment: Environment;
  /** Next offset to read. */
  next: number;
}

/**
 * Reads the partitions of the topics round-robin, one chunk each, and sleeps when all are read to their end. An embedded log
 * has one consumer per group, so a group reads all partitions.
 */
export function consume(engine: ConsumeEngine, options: ConsumeOptions): Consumption {
  const bell = createBell();
  const linger = createLinger();
  let stopping = false;
  const isStopping = (): boolean => stopping;
  const environments = new Set(options.topics.map((topic) => topics[topic].environment));

  const run = async (): Promise<void> => {
    const readings = await openReadings(engine, options);
    let announced = false;
    while (!isStopping()) {
      for (const name of environments) engine.environments[name].refresh();
      const busy = await (options.concurrentPartitions === true ? deliverTogether : deliverInTurn)(
        readings,
        options,
        isStopping,
      );
      if (isStopping()) return;
      if (busy) {
        announced = false;
      } else if (announced) {
        await bell.rung();
        if (!isStopping()) await linger.wait(options.lingerMs ?? 0);
      } else {
        announced = true;
        await options.onCaughtUp?.();
      }
    }
  };

  const runAndLeave = async (): Promise<void> => {
    const leave = [...environments].map((name) => engine.wake.listen(name, bell.ring));
    try {
      await run();
    } finally {
      for (const end of leave) end();
      engine.ended();
    }
  };
  const done = runAndLeave();
  const stop = (): Promise<void> => {
    stopping = true;
    linger.end();
    bell.ring();
    return done;
  };
  return { stop, done };
}

/** No other process can own a partition of an embedded log. */
const permanent: Assignment = { committed: null, shared: false, retained: false, isOwned: () => true };

async function openReadings(engine: ConsumeEngine, options: ConsumeOptions): Promise<readonly Reading[]> {
  const readings: Reading[] = [];
  for (const topic of options.topics) {
    const { partitions, environment: name } = engine.catalogue.topic(topic);
    const environment = engine.environments[name];
    for (let partition = 0; partition < partitions; partition++) {
      const slot = engine.catalogue.slot(topic, partition);
      const next = await options.startAt(topic, partition, permanent);
      environment.refresh();
      const end = endOf(environment, slot);
      if (!(next >= 0 && next <= end)) {
        throw new UsageError(
          `Topic ${topic}, partition ${partition}: offset ${next} is to be read next, but the log ends at ${end}. ` +
            'The log and what was made of it do not belong together: restore both from the same backup, or rebuild.',
        );
      }
      readings.push({ topic, partition, slot, environment, next });
    }
  }
  return readings;
}

/** Delivers one chunk of each partition that has one, each after the one before; false if none has. */
async function deliverInTurn(
  readings: readonly Reading[],
  options: ConsumeOptions,
  isStopping: () => boolean,
): Promise<boolean> {
  let busy = false;
  for (const reading of readings) {
    if (isStopping()) return busy;
    const chunk = nextChunk(reading, options);
    if (chunk === null) continue;
    busy = true;
    await hand(reading, chunk, options);
  }
  return busy;
}

/** More would be more memory: a partition that catches up has a whole chunk. */
const turnsInHand = 2;

/**
 * The same without waiting for the one before: what handlers write in one turn of the event loop is one commit, so few new records of
 * every partition wait for the disk once. A turn has the records of a chunk, or those of the chunk that exceeds it, and two turns are in
 * hand: what one computes is written while the next one computes.
 */
async function deliverTogether(
  readings: readonly Reading[],
  options: ConsumeOptions,
  isStopping: () => boolean,
): Promise<boolean> {
  const handed: Promise<void>[] = [];
  const failures: unknown[] = [];
  const fail = (error: unknown): void => void failures.push(error);
  let ofTurn = 0;
  let turns = 0;
  for (const reading of readings) {
    if (isStopping() || failures.length > 0) break;
    const chunk = nextChunk(reading, options);
    if (chunk === null) continue;
    handed.push(hand(reading, chunk, options).catch(fail));
    ofTurn += chunk.records.length;
    if (ofTurn < options.maxRecords) continue;
    ofTurn = 0;
    turns += 1;
    await (turns % turnsInHand === 0 ? Promise.all(handed) : nextTurn());
  }
  await Promise.all(handed);
  if (failures.length > 0) throw failures[0];
  return handed.length > 0;
}

/** The next chunk of a partition; null if there is none. */
function nextChunk(reading: Reading, { maxRecords }: ConsumeOptions): Chunk | null {
  const { environment, slot, topic, partition } = reading;
  if (!hasMore(environment, slot, reading.next)) return null;
  const { records, end } = readRecords(environment, reading, reading.next, maxRecords);
  if (records.length > 0) return { topic, partition, records, end };
  reading.next = end;
  return null;
}

async function hand(reading: Reading, chunk: Chunk, { onChunk }: ConsumeOptions): Promise<void> {
  await onChunk(chunk);
  const last = chunk.records.at(-1);
  if (last !== undefined) reading.next = last.offset + 1;
  // A handler without I/O would otherwise starve timers and the other roles of this thread.
  await nextTurn();
}

interface Bell {
  readonly ring: () => void;
  /** Resolves at the next ring, or at once if it rang since the last call. */
  readonly rung: () => Promise<void>;
}

function createBell(): Bell {
  let pending = false;
  let answer: (() => void) | null = null;
  return {
    ring: () => {
      pending = true;
      answer?.();
    },
    rung: async () => {
      if (!pending) {
        await new Promise<void>((resolve) => {
          answer = resolve;
        });
      }
      pending = false;
      answer = null;
    },
  };
}

interface Linger {
  readonly wait: (milliseconds: number) => Promise<void>;
  /** Ends the current wait. */
  readonly end: () => void;
}

function createLinger(): Linger {
  let answer: (() => void) | null = null;
  return {
    wait: async (milliseconds) => {
      if (milliseconds <= 0) return;
      let timer: NodeJS.Timeout | undefined;
      await new Promise<void>((resolve) => {
        answer = resolve;
        timer = setTimeout(resolve, milliseconds);
      });
      clearTimeout(timer);
      answer = null;
    },
    end: () => answer?.(),
  };
}
