/** `node:fs` for the bell of a log: a byte in a file, and the watchers that the kernel wakes for it. */
import type { SimulatedThread } from '../kernel/process.ts';
import { simulation } from '../kernel/simulation.ts';
import { simulatedDisk } from './disk.ts';

export const constants = { O_WRONLY: 0, O_CREAT: 0 } as const;

/** Paths of open files, by descriptor. */
const paths: string[] = [];

export const openSync = (path: string): number => paths.push(path) - 1;
export const closeSync = (): void => undefined;

export function writeSync(descriptor: number): number {
  for (const report of simulatedDisk().watchers.get(paths[descriptor] ?? '') ?? []) report();
  return 1;
}

/** Scale of the delay of a late ring, milliseconds. */
const lateMs = 2_000;

/** Reports writes of all processes to the thread that made it, those that it has not handled yet as one. */
class Watcher {
  readonly #thread: SimulatedThread | null = simulation().current;
  readonly #watchers: Set<() => void>;
  readonly #heard: () => void;
  #failed: (() => void) | null = null;
  #isPending = false;
  #isClosed = false;
  readonly #report = (): void => this.#written();

  constructor(path: string, heard: () => void) {
    const { watchers } = simulatedDisk();
    this.#heard = heard;
    this.#watchers = watchers.get(path) ?? new Set();
    watchers.set(path, this.#watchers);
    this.#watchers.add(this.#report);
  }

  on(_event: 'error', failed: () => void): this {
    this.#failed = failed;
    return this;
  }

  close(): void {
    this.#isClosed = true;
    this.#watchers.delete(this.#report);
  }

  #written(): void {
    const { faults, random, pace } = simulation();
    if (this.#thread?.dead === true || this.#isPending || faults.strikes('ring-lost')) return;
    this.#isPending = true;
    const delayMs = faults.strikes('ring-late') ? random.delay(lateMs) : random.delay(pace.channelMs);
    simulation().after(delayMs, this.#thread, 'the bell', () => {
      this.#isPending = false;
      if (this.#isClosed) return;
      if (faults.strikes('watch-failed')) this.#failed?.();
      else this.#heard();
    });
  }
}

/** Throws where the kernel has no more watchers. */
export function watch(path: string, _options: object, heard: () => void): Watcher {
  if (simulation().faults.strikes('no-watch')) throw new Error('EMFILE: too many open files, watch');
  return new Watcher(path, heard);
}
