import { SimulatedProcess, type SimulatedThread } from '../../kernel/process.ts';
import type { Simulation } from '../../kernel/simulation.ts';
import { useDisk } from '../../ports/disk.ts';
import { emptyLog } from '../empty-log.ts';
import { defineWorld } from '../world.ts';
import { topicsOfWorld } from './readers.ts';
import { begin, openLog, read, startWorker, type WakeState, write } from './threads.ts';

/** No reader needs longer for what was appended last: polls are 250 ms apart, timers at most a second late. */
const mostMs = 10_000;

/** Readers and writers of the log in threads of two processes. No append follows the last one, so a lost wake stays lost. */
export const wakeWorld = defineWorld({
  what: 'threads of two processes read and append to one log',
  knobs: {
    quiet: [0, 0, 0, 1, 1],
    serve: [0, 1, 1, 1, 1],
    threads: [0, 1, 2],
    topics: [1, 2],
    appends: [1, 2, 8],
    closes: [0, 0, 0, 1],
  },
  faults: {
    kill: { share: 0.3, times: [1] },
    'ring-lost': { share: 0.4, probability: 0.3 },
    'ring-late': { share: 0.4, probability: 0.3 },
    'no-watch': { share: 0.1, probability: 0.5 },
    'watch-failed': { share: 0.2, probability: 0.3 },
  },
  run: async (simulation, size) => {
    const { disk } = await emptyLog();
    useDisk(disk.clone());
    const state: WakeState = {
      simulation,
      isQuiet: size.quiet === 1,
      topics: topicsOfWorld.slice(0, size.topics),
      appends: size.appends,
      waiting: [],
      readers: [],
      acknowledged: { 'asset.records': new Set(), 'accounts.commands': new Set() },
      busy: new Set(),
    };
    /** Main threads that closed their log, while worker threads of the same process go on. */
    const closed = new Set<SimulatedThread>();
    const processes = [startProcess(state, size, closed, 'up')];
    if (size.serve === 1 || state.isQuiet) processes.push(startProcess(state, size, closed, 'serve'));
    killLast(simulation, processes);

    const unread = (): readonly string[] =>
      state.readers
        .filter(({ thread }) => !thread.dead && !closed.has(thread))
        .flatMap(({ thread, topic, read: keys }) =>
          [...state.acknowledged[topic]]
            .filter((key) => !keys.has(key))
            .map((key) => `${thread.name}: ${key} of ${topic}`),
        );
    const isIdle = (): boolean => [...state.busy].every(({ thread }) => thread.dead);
    const end = await simulation.run(() => isIdle() && unread().length === 0, mostMs);
    if (end === 'done' || end === 'violation') return;
    const missing = unread();
    if (missing.length > 0)
      simulation.violate('every-reader-is-woken', `unread after ${mostMs} ms: ${missing.join('; ')}`);
    else simulation.violate('liveness', `${[...state.busy].map(({ thread }) => thread.name).join(', ')} did not end`);
  },
});

type Size = Readonly<Record<'threads' | 'closes', number>>;

function startProcess(state: WakeState, size: Size, closed: Set<SimulatedThread>, name: string): SimulatedProcess {
  const { simulation, isQuiet } = state;
  const { random } = simulation;
  const process = new SimulatedProcess(name);
  const main = process.thread('main');
  const ended = begin(state, main);
  simulation.spawn(main, 'a process starts', async () => {
    const log = openLog();
    if (isQuiet ? name === 'up' : random.chance(0.6)) read(state, main, log);
    if (isQuiet ? name === 'serve' : random.chance(0.7)) write(state, main, log);
    const threads = !isQuiet ? size.threads : name === 'up' ? Math.max(1, size.threads) : 0;
    for (let count = 0; count < threads; count++) {
      if (random.chance(0.5)) await simulation.pause(random.delay(10), 'the next thread starts');
      startWorker(state, process.thread(`worker-${count}`));
    }
    if (threads > 0 && size.closes === 1) {
      await simulation.pause(random.delay(20), 'the main thread closes its log');
      closed.add(main);
      simulation.note('the main thread closed its log');
      await log.close();
    }
    ended();
  });
  return process;
}

function killLast(simulation: Simulation, processes: readonly SimulatedProcess[]): void {
  const [, victim] = processes;
  if (victim === undefined) return;
  for (let count = 0; count < simulation.faults.timesOf('kill'); count++) {
    simulation.after(simulation.random.delay(20), null, 'a kill is due', () => {
      if (simulation.faults.strikesNow('kill')) simulation.kill(victim);
    });
  }
}
