import type { SimulatedThread } from '../kernel/process.ts';
import { StoredEnvironment } from './stored-environment.ts';

/** LMDB environments by the path of their directory. What is committed survives the kill of a process. */
export class Disk {
  /** Watchers of files, by path. */
  readonly watchers = new Map<string, Set<() => void>>();
  readonly #environments = new Map<string, StoredEnvironment>();
  /** Asked before each commit: whether it finds no room. */
  isFull: (path: string) => boolean = () => false;
  /** Called when a commit is visible and its writer does not know it yet. */
  onCommit: (thread: SimulatedThread | null, path: string) => void = () => undefined;

  environment(path: string): StoredEnvironment {
    const stored = this.#environments.get(path) ?? new StoredEnvironment();
    this.#environments.set(path, stored);
    return stored;
  }

  copy(from: string, to: string): void {
    for (const [path, environment] of [...this.#environments]) {
      if (path.startsWith(`${from}/`)) this.#environments.set(to + path.slice(from.length), environment.clone());
    }
  }

  remove(path: string): void {
    for (const stored of [...this.#environments.keys()]) {
      if (stored.startsWith(`${path}/`)) this.#environments.delete(stored);
    }
  }

  clone(): Disk {
    const copy = new Disk();
    for (const [path, environment] of this.#environments) copy.#environments.set(path, environment.clone());
    return copy;
  }
}

let disk = new Disk();

/** Makes a disk the one that all environments are on. */
export const useDisk = (used: Disk): void => {
  disk = used;
};

export const simulatedDisk = (): Disk => disk;
