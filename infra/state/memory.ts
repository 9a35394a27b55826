/** Keyed state of one partition in memory, for folding a log outside of the service. */
export interface MemoryState {
  readonly get: <V>(key: string) => V | undefined;
  readonly put: (key: string, value: unknown) => void;
  readonly delete: (key: string) => void;
  /** Entries whose key starts with `prefix`, in key order. */
  readonly entries: <V>(prefix: string) => Iterable<readonly [string, V]>;
}

/** Values are stored as JSON, so that a fold reads back what it would read from the state store. */
export function createMemoryState(): MemoryState {
  const values = new Map<string, string>();
  let sorted: readonly string[] | null = null;

  const keysInOrder = (): readonly string[] => {
    sorted ??= [...values.keys()].sort();
    return sorted;
  };

  return {
    get: <V>(key: string) => {
      const text = values.get(key);
      return text === undefined ? undefined : (JSON.parse(text) as V);
    },
    put: (key, value) => {
      if (!values.has(key)) sorted = null;
      values.set(key, JSON.stringify(value));
    },
    delete: (key) => {
      if (values.delete(key)) sorted = null;
    },
    *entries<V>(prefix: string) {
      const keys = keysInOrder();
      for (let at = firstAtOrAfter(keys, prefix); keys[at]?.startsWith(prefix) === true; at += 1) {
        const key = keys[at] ?? '';
        const text = values.get(key);
        if (text !== undefined) yield [key, JSON.parse(text) as V] as const;
      }
    },
  };
}

function firstAtOrAfter(keys: readonly string[], prefix: string): number {
  let low = 0;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((keys[middle] ?? '') < prefix) low = middle + 1;
    else high = middle;
  }
  return low;
}
