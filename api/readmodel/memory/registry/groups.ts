/** Items by key, of which most keys have one: it is in the map itself, since a set takes 200 bytes. */
export interface Groups<I extends object> {
  /** Whether the key had none. Adding an item twice is adding it once. */
  readonly add: (key: string, item: I) => boolean;
  /** Whether the key has none from now on. */
  readonly remove: (key: string, item: I) => boolean;
  readonly has: (key: string) => boolean;
  readonly countOf: (key: string) => number;
  /** In the order in which they came. */
  readonly of: (key: string) => Iterable<I>;
}

export function createGroups<I extends object>(): Groups<I> {
  const groups = new Map<string, I | Many<I>>();
  return {
    add: (key, item) => {
      const present = groups.get(key);
      if (present === undefined) groups.set(key, item);
      else if (present instanceof Many) present.items.add(item);
      else if (present !== item) groups.set(key, new Many([present, item]));
      return present === undefined;
    },
    remove: (key, item) => {
      const present = groups.get(key);
      if (present instanceof Many) {
        present.items.delete(item);
        return present.items.size === 0 && groups.delete(key);
      }
      return present === item && groups.delete(key);
    },
    has: (key) => groups.has(key),
    countOf: (key) => {
      const present = groups.get(key);
      if (present === undefined) return 0;
      return present instanceof Many ? present.items.size : 1;
    },
    of: (key) => {
      const present = groups.get(key);
      if (present === undefined) return [];
      return present instanceof Many ? present.items : [present];
    },
  };
}

/** A class of its own, so that no item is taken for several. */
class Many<I> {
  readonly items: Set<I>;
  constructor(items: readonly I[]) {
    this.items = new Set(items);
  }
}
