import { createLru } from './lru.ts';
import { isWithinMaxAge } from './staleness.ts';
import type { Versions } from './versions.ts';

/** Whether the rows that a value depends on have not changed since a position. */
type IsUnchanged = (since: number) => boolean;

/** What the values of a cache depend on. */
export interface Dependency<K> {
  /** Whether a cached value may be served now. */
  readonly isReliable: (key: K) => boolean;
  /** Position of the latest change of any row. It only grows. */
  readonly position: () => number;
  /** The check for one key, started before the value is read; null if it cannot be made, and the value is not cached. */
  readonly observe: (key: K) => IsUnchanged | Promise<IsUnchanged | null>;
}

export interface VersionedCacheOptions<K> {
  readonly restsOn: Dependency<K>;
  readonly keyOf: (key: K) => string;
  readonly versions: Pick<Versions, 'hasAllWrites'>;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  /** Most values. */
  readonly most: number;
}

/** A value that was read. */
export interface LoadedValue<V> {
  readonly value: V;
  /** Last moment at which it is valid if no row changes, milliseconds since the epoch. */
  readonly validUntil: number;
}

/**
 * Caches values with the position that was current before they were read. A value stays valid as long as no row that it
 * depends on has a higher version (decision 27).
 */
export interface VersionedCache<K, V> {
  /** Null if the value has to be read. */
  readonly find: (key: K) => V | null;
  /** The last value, however old; null if none is in memory. */
  readonly last: (key: K) => V | null;
  /** Call before the value is read; the result stores the value. */
  readonly keep: (key: K) => (value: V, validUntil: number) => Promise<void>;
  /**
   * The cached value, else the result of `load`. Concurrent readers of a key share one load, unless a row may have changed
   * since it began: after a restart many clients come back at once, and the cache is empty.
   */
  readonly read: (key: K, load: () => Promise<LoadedValue<V>>) => Promise<V>;
  /** Loads and stores the value even if one is cached. */
  readonly reload: (key: K, load: () => Promise<LoadedValue<V>>) => Promise<V>;
}

interface Entry<V> extends LoadedValue<V> {
  /** Up to this position no row that it depends on has changed. */
  position: number;
  readonly readAt: number;
  readonly isUnchanged: IsUnchanged;
}

interface Load<V> {
  readonly position: number;
  readonly readAt: number;
  /** Null while it is still being determined. */
  readonly isUnchanged: IsUnchanged | null;
  readonly result: Promise<LoadedValue<V>>;
}

export function createVersionedCache<K, V>(options: VersionedCacheOptions<K>): VersionedCache<K, V> {
  const { restsOn, keyOf, versions, clock, most } = options;
  const entries = createLru<string, Entry<V>>(most);
  const loads = new Map<string, Load<V>>();

  const isUnchanged = (entry: Entry<V>): boolean => {
    const now = restsOn.position();
    if (entry.position === now) return true;
    const unchanged = entry.isUnchanged(entry.position);
    if (unchanged) entry.position = now;
    return unchanged;
  };
  const isValid = (entry: Entry<V>): boolean => {
    const now = clock();
    return isWithinMaxAge(now - entry.readAt, versions) && now <= entry.validUntil && isUnchanged(entry);
  };

  const find = (key: K): V | null => {
    if (!restsOn.isReliable(key)) return null;
    const entry = entries.get(keyOf(key));
    return entry !== undefined && isValid(entry) ? entry.value : null;
  };

  const begin = (key: K): { readonly observed: ReturnType<Dependency<K>['observe']>; readonly store: Store<V> } => {
    const position = restsOn.position();
    const readAt = clock();
    const observed = restsOn.observe(key);
    return {
      observed,
      store: async (value, validUntil) => {
        const check = await observed;
        if (check !== null) entries.set(keyOf(key), { value, position, readAt, validUntil, isUnchanged: check });
      },
    };
  };

  const reload = async (key: K, load: () => Promise<LoadedValue<V>>): Promise<V> => {
    const { observed, store } = begin(key);
    const one: Load<V> = {
      position: restsOn.position(),
      readAt: clock(),
      isUnchanged: observed instanceof Promise ? null : observed,
      result: load(),
    };
    const name = keyOf(key);
    loads.set(name, one);
    try {
      const { value, validUntil } = await one.result;
      await store(value, validUntil);
      return value;
    } finally {
      if (loads.get(name) === one) loads.delete(name);
    }
  };

  const sharedLoad = (key: K): Load<V> | null => {
    const one = loads.get(keyOf(key));
    if (one === undefined || !restsOn.isReliable(key) || clock() < one.readAt) return null;
    return one.position === restsOn.position() || one.isUnchanged?.(one.position) === true ? one : null;
  };

  return {
    find,
    last: (key) => entries.get(keyOf(key))?.value ?? null,
    keep: (key) => begin(key).store,
    reload,
    read: async (key, load) => {
      const cached = find(key);
      if (cached !== null) return cached;
      const shared = sharedLoad(key);
      if (shared !== null) {
        const { value, validUntil } = await shared.result;
        if (clock() <= validUntil) return value;
      }
      return reload(key, load);
    },
  };
}

type Store<V> = (value: V, validUntil: number) => Promise<void>;
