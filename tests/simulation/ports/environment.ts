/**
 * In place of `infra/log/lmdb/environment.ts`: LMDB in memory. A handle reads a snapshot until it refreshes; a commit becomes
 * visible some time after it was requested, and is acknowledged some time after that; what is committed survives a kill.
 */
import { RetryableError } from '../../../infra/errors.ts';
import type { Environment } from '../../../infra/log/lmdb/environment.ts';
import { isSimulating, simulation } from '../kernel/simulation.ts';
import { simulatedDisk } from './disk.ts';
import { keyCodecs } from './key-codecs.ts';
import { type StoredEnvironment, valueAt } from './stored-environment.ts';

export const environmentOptions = (path: string, readOnly: boolean): object => ({ path, readOnly });

export function openEnvironment(path: string, readOnly: boolean): Environment {
  const stored = simulatedDisk().environment(path);
  const handle = new Handle(stored);
  const commits = createCommits(path, handle);
  const table = (name: keyof typeof keyCodecs): never => tableOf(handle, name) as never;
  return {
    readOnly,
    meta: table('meta'),
    records: table('records'),
    ends: table('ends'),
    newest: table('newest'),
    state: table('state'),
    positions: table('positions'),
    schemas: table('schemas'),
    transaction: commits.transaction,
    transactionSync: (write) => stored.transaction(handle, write),
    refresh: () => handle.refresh(),
    close: commits.close,
  };
}

/** One opened environment, with the snapshot that its reads see. */
class Handle {
  readonly stored: StoredEnvironment;
  #snapshot: number | null = null;

  constructor(stored: StoredEnvironment) {
    this.stored = stored;
  }
  get isWriting(): boolean {
    return this.stored.writer === this;
  }
  /** The version that reads see: taken by the first read after a refresh. */
  get snapshot(): number {
    if (this.isWriting) return Infinity;
    this.#snapshot ??= this.stored.version;
    return this.#snapshot;
  }
  refresh(): void {
    this.#snapshot = null;
  }
}

interface RangeOptions {
  readonly start?: unknown;
  readonly end?: unknown;
  readonly exclusiveStart?: boolean;
  readonly limit?: number;
}

function tableOf(handle: Handle, name: keyof typeof keyCodecs): object {
  const { encode, decode, isJson } = keyCodecs[name];
  const { stored } = handle;
  const table = stored.table(name);
  const outside = (value: Buffer | string | undefined): unknown => {
    if (typeof value === 'string') return JSON.parse(value) as unknown;
    return value === undefined ? undefined : Buffer.from(value);
  };
  const get = (key: unknown): unknown => {
    // Also a read that finds nothing begins a snapshot.
    const { snapshot } = handle;
    const cell = table.cell(encode(key));
    return cell === undefined ? undefined : outside(valueAt(cell, snapshot));
  };
  const put = (key: unknown, value: Buffer | string | undefined): void => {
    if (!handle.isWriting) throw new Error(`a write to ${name} outside of a transaction`);
    const encoded = encode(key);
    let cell = table.cell(encoded);
    if (cell === undefined) {
      if (value === undefined) return;
      cell = { key: Array.isArray(key) ? [...(key as readonly unknown[])] : key, versions: [] };
      table.add(encoded, cell);
    }
    stored.put(cell, value);
  };
  const getRange = function* ({ start, end, exclusiveStart, limit = Infinity }: RangeOptions): Iterable<object> {
    const { snapshot } = handle;
    const until = end === undefined ? null : encode(end);
    let left = limit;
    for (const encoded of table.keysFrom(start === undefined ? null : encode(start), exclusiveStart === true)) {
      if (left === 0 || (until !== null && encoded >= until)) return;
      const cell = table.cell(encoded);
      const value = cell === undefined ? undefined : valueAt(cell, snapshot);
      if (cell === undefined || value === undefined) continue;
      left -= 1;
      yield { key: decode(encoded, cell.key), value: outside(value) };
    }
  };
  return {
    get,
    getBinaryFast: get,
    putSync: (key: unknown, value: unknown) => put(key, isJson ? JSON.stringify(value) : Buffer.from(value as Buffer)),
    removeSync: (key: unknown) => put(key, undefined),
    getRange,
  };
}

/** The commits of a handle, in order. */
function createCommits(path: string, handle: Handle): Pick<Environment, 'transaction' | 'close'> {
  const { stored } = handle;
  const thread = isSimulating() ? simulation().current : null;
  const underWay = new Set<Promise<unknown>>();
  let [lastCommit, lastAnswer] = [0, 0];

  const commit = <T>(write: () => T): Promise<T> => {
    const active = simulation();
    const answerAt = (): number => {
      lastAnswer = Math.max(lastAnswer + 0.0001, active.now + active.random.delay(active.pace.acknowledgeMs));
      return lastAnswer;
    };
    lastCommit = Math.max(lastCommit + 0.0001, active.now + active.random.delay(active.pace.commitMs));
    return new Promise<T>((resolve, reject) => {
      active.at(lastCommit, thread, `commit ${path}`, () => {
        if (simulatedDisk().isFull(path)) {
          active.at(answerAt(), thread, 'no room', () =>
            reject(new RetryableError(`${path} cannot be written: no space`)),
          );
          return;
        }
        try {
          const result = stored.transaction(handle, write);
          handle.refresh();
          active.at(answerAt(), thread, 'committed', () => resolve(result));
          simulatedDisk().onCommit(thread, path);
        } catch (error) {
          active.at(answerAt(), thread, 'not committed', () =>
            reject(error instanceof Error ? error : new Error(String(error))),
          );
        }
      });
    });
  };

  return {
    transaction: (write) => {
      const written = commit(write);
      const over = (): void => void underWay.delete(written);
      underWay.add(written);
      written.then(over, over);
      return written;
    },
    close: async () => {
      await Promise.allSettled(underWay);
    },
  };
}
