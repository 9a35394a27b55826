import { openCatalogue } from '../../../../infra/log/catalogue.ts';
import { createEmbeddedLog } from '../../../../infra/log/embedded.ts';
import { openEnvironment } from '../../../../infra/log/lmdb/environment.ts';
import type { Log } from '../../../../infra/log/log.ts';
import { createWake } from '../../../../infra/log/wake.ts';
import type { SimulatedThread } from '../../kernel/process.ts';
import type { Simulation } from '../../kernel/simulation.ts';
import { partitionsOfTopics } from '../empty-log.ts';
import { type AcknowledgedKeys, type Reader, startReader, type TopicOfWorld } from './readers.ts';

const directory = 'data/log';
const value = Buffer.alloc(8);

/** What the threads of all processes share: who reads, what was acknowledged, and what has not ended yet. */
export interface WakeState {
  readonly simulation: Simulation;
  /** Few appends, all of another process, while a thread starts: no later append makes up for a lost wake. */
  readonly isQuiet: boolean;
  /** Topics of this seed. */
  readonly topics: readonly TopicOfWorld[];
  /** Most appends of a writer. */
  readonly appends: number;
  /** Writers that start when the first worker reads: an append at that moment is the one that a wake may miss. */
  readonly waiting: (() => void)[];
  readonly readers: Reader[];
  readonly acknowledged: AcknowledgedKeys;
  /** Threads that start or append, once for each. */
  readonly busy: Set<{ readonly thread: SimulatedThread }>;
}

export function begin({ busy }: WakeState, thread: SimulatedThread): () => void {
  const work = { thread };
  busy.add(work);
  return () => void busy.delete(work);
}

export function openLog(): Log {
  const environments = {
    data: openEnvironment(`${directory}/data`, false),
    accounts: openEnvironment(`${directory}/accounts`, false),
  };
  const settings = { prefix: 'attestry.', partitions: partitionsOfTopics, directory };
  const catalogue = openCatalogue(environments, settings);
  return createEmbeddedLog(environments, catalogue, createWake(directory, environments), undefined);
}

export function read(state: WakeState, thread: SimulatedThread, log: Log): void {
  const { simulation, readers, topics } = state;
  readers.push(startReader(simulation, thread, log, simulation.random.pick(topics)));
}

/** Appends some records, one at a time. */
export function write(state: WakeState, thread: SimulatedThread, log: Log): void {
  const { simulation, isQuiet, topics, appends, acknowledged } = state;
  const { random } = simulation;
  const ended = begin(state, thread);
  const betweenMs = (): number =>
    isQuiet ? random.fraction() * random.pick([1, 12, 60]) : random.chance(0.3) ? random.delay(40) : random.delay(3);
  const append = async (): Promise<void> => {
    const count = 1 + random.below(appends);
    for (let appended = 0; appended < count; appended++) {
      if (!simulation.acts('an append')) continue;
      await simulation.pause(betweenMs(), 'appends next');
      const topic = random.pick(topics);
      const key = `${thread.name}-${appended}-${random.below(1_000)}`;
      await log.append([{ topic, key, value, timestamp: 1 }]);
      acknowledged[topic].add(key);
    }
    ended();
  };
  const start = (): void => simulation.spawn(thread, 'a writer starts', append);
  if (isQuiet && random.chance(0.5)) state.waiting.push(start);
  else start();
}

/** A worker thread: loads, then reads, writes, or both. */
export function startWorker(state: WakeState, thread: SimulatedThread): void {
  const { simulation, isQuiet } = state;
  const { random } = simulation;
  const ended = begin(state, thread);
  simulation.spawn(thread, 'a thread starts', async () => {
    await simulation.pause(random.delay(10), 'modules are loaded');
    const log = openLog();
    const role = isQuiet ? 1 : random.below(4);
    if (role !== 0) read(state, thread, log);
    if (role === 2) read(state, thread, log);
    if (role !== 0) for (const start of state.waiting.splice(0)) start();
    if (role !== 1) write(state, thread, log);
    ended();
  });
}
