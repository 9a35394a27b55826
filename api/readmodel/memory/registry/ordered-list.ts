/** Items in an order. */
export interface OrderedList<T> {
  readonly add: (item: T) => void;
  /** Call with an item of the list. */
  readonly remove: (item: T) => void;
  /** All items in their order: the same array until an item comes or goes. */
  readonly items: () => readonly T[];
}

/** Items that are sorted together while many come: such a run is sorted in a few milliseconds. */
const itemsOfRun = 4_096;
/** Changes that are made in a copy of a long array. Beyond these a merge of all items is faster. */
const mostEdits = 16;

/**
 * Sorts no more than what is new: a million items are copied in some milliseconds, and sorted in seconds.
 * @param compare zero only for one item, or for two of which one is removed before the list is read
 */
export function createOrderedList<T>(compare: (a: T, b: T) => number): OrderedList<T> {
  /** Each in order. One is at most half as long as the one before it, so that each item is merged few times. */
  let runs: (readonly T[])[] = [[]];
  let fresh: T[] = [];
  const gone = new Set<T>();

  const endRun = (): void => {
    let run: readonly T[] = fresh.sort(compare);
    fresh = [];
    for (let before = runs.at(-1); before !== undefined && before.length <= 2 * run.length; before = runs.at(-1)) {
      runs.pop();
      run = merged(before, run, compare);
    }
    runs.push(run);
  };
  const edited = (items: readonly T[]): readonly T[] => {
    const next = items.slice();
    for (const item of gone) next.splice(placeOf(next, item, compare), 1);
    for (const item of fresh) next.splice(placeOf(next, item, compare), 0, item);
    return next;
  };
  const mergedAll = (): readonly T[] => {
    const all = [...runs, fresh.sort(compare)].reduceRight((later, run) => merged(run, later, compare));
    return gone.size === 0 ? all : all.filter((item) => !gone.has(item));
  };

  return {
    add: (item) => {
      if (gone.delete(item)) return;
      fresh.push(item);
      if (fresh.length >= itemsOfRun) endRun();
    },
    remove: (item) => {
      const place = fresh.lastIndexOf(item);
      if (place === -1) gone.add(item);
      else fresh.splice(place, 1);
    },
    items: () => {
      const [items = [], ...others] = runs;
      const edits = others.length === 0 ? fresh.length + gone.size : Number.POSITIVE_INFINITY;
      if (edits === 0) return items;
      const next = edits <= mostEdits ? edited(items) : mergedAll();
      runs = [next];
      fresh = [];
      gone.clear();
      return next;
    },
  };
}

/** The first place of a list in order whose item is not before another. */
export function placeOf<T>(items: readonly T[], item: T, compare: (a: T, b: T) => number): number {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compare(items[middle] as T, item) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

function merged<T>(a: readonly T[], b: readonly T[], compare: (a: T, b: T) => number): readonly T[] {
  const all: T[] = [];
  let at = 0;
  for (const item of b) {
    for (; at < a.length && compare(a[at] as T, item) <= 0; at += 1) all.push(a[at] as T);
    all.push(item);
  }
  for (; at < a.length; at += 1) all.push(a[at] as T);
  return all;
}
