/** A value, visible to snapshots from a version on; undefined once it was removed. */
interface Version {
  readonly from: number;
  readonly value: Buffer | string | undefined;
}

/** All versions of one key. */
export interface Cell {
  readonly key: unknown;
  readonly versions: Version[];
}

/** One table: cells by their encoded key, in byte order. */
export class StoredTable {
  readonly #cells = new Map<string, Cell>();
  #keys: string[] = [];
  #isSorted = true;

  cell(key: string): Cell | undefined {
    return this.#cells.get(key);
  }

  add(key: string, cell: Cell): void {
    const last = this.#keys.at(-1);
    this.#cells.set(key, cell);
    this.#keys.push(key);
    if (last !== undefined && last > key) this.#isSorted = false;
  }

  /** Encoded keys from `start` on, or after it. */
  *keysFrom(start: string | null, isExclusive: boolean): Iterable<string> {
    if (!this.#isSorted) this.#keys.sort((one, other) => (one < other ? -1 : 1));
    this.#isSorted = true;
    const keys = this.#keys;
    for (let place = start === null ? 0 : firstPlace(keys, start, isExclusive); place < keys.length; place++) {
      const key = keys[place];
      if (key !== undefined) yield key;
    }
  }

  /** With the last version of each value only. */
  clone(): StoredTable {
    const copy = new StoredTable();
    for (const [name, { key, versions }] of this.#cells) {
      const value = versions.at(-1)?.value;
      if (value !== undefined) copy.add(name, { key, versions: [{ from: 0, value }] });
    }
    return copy;
  }
}

function firstPlace(sorted: readonly string[], key: string, isExclusive: boolean): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const found = sorted[middle] ?? '';
    if (found < key || (isExclusive && found === key)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** An environment on the simulated disk: tables with all their versions, and one writer at a time. */
export class StoredEnvironment {
  /** Number of commits. */
  version = 0;
  readonly #tables = new Map<string, StoredTable>();
  /** The handle whose transaction runs: it sees its own writes. */
  writer: object | null = null;
  #written: Cell[] = [];

  table(name: string): StoredTable {
    const table = this.#tables.get(name) ?? new StoredTable();
    this.#tables.set(name, table);
    return table;
  }

  /** Only inside of `transaction`. */
  put(cell: Cell, value: Buffer | string | undefined): void {
    cell.versions.push({ from: this.version + 1, value });
    this.#written.push(cell);
  }

  /** Runs a transaction: all of its writes are in the next version, or none where it throws. */
  transaction<T>(handle: object, write: () => T): T {
    if (this.writer !== null) throw new Error('a transaction runs inside of another');
    this.writer = handle;
    this.#written = [];
    try {
      const result = write();
      this.version += 1;
      return result;
    } catch (error) {
      for (const { versions } of this.#written) versions.pop();
      throw error;
    } finally {
      this.writer = null;
    }
  }

  clone(): StoredEnvironment {
    const copy = new StoredEnvironment();
    for (const [name, table] of this.#tables) copy.#tables.set(name, table.clone());
    return copy;
  }
}

/** The value that a snapshot sees. */
export function valueAt({ versions }: Cell, snapshot: number): Buffer | string | undefined {
  for (let place = versions.length - 1; place >= 0; place--) {
    const version = versions[place];
    if (version !== undefined && version.from <= snapshot) return version.value;
  }
  return undefined;
}
