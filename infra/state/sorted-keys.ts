/** Distinct keys in ascending order of their UTF-16 code units, as `Array.prototype.sort` has them. */
export interface SortedKeys {
  readonly add: (key: string) => void;
  readonly withPrefix: (prefix: string) => Iterable<string>;
  readonly clear: () => void;
}

/**
 * A prefix is found in log n comparisons, so that a batch of many records does not pass over all its writes for each range
 * that a record reads.
 * @param isBefore whether a key comes before another one
 */
export function createSortedKeys(isBefore = (a: string, b: string): boolean => a < b): SortedKeys {
  const keys: string[] = [];

  /** Index of the first key that does not come before this one. */
  const indexOf = (key: string): number => {
    let [low, high] = [0, keys.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (isBefore(keys[middle] ?? '', key)) low = middle + 1;
      else high = middle;
    }
    return low;
  };

  return {
    add: (key) => {
      const index = indexOf(key);
      if (keys[index] !== key) keys.splice(index, 0, key);
    },
    *withPrefix(prefix) {
      for (let index = indexOf(prefix); keys[index]?.startsWith(prefix) === true; index += 1) yield keys[index] ?? '';
    },
    clear: () => void keys.splice(0),
  };
}
