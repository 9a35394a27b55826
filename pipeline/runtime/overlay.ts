import type { StateStore } from '../../infra/state/store.ts';
import { encodeTexts } from '../../infra/state/encode-texts.ts';
import type { KeyedState } from './processor.ts';

/** Keys that start so belong to the runtime; folds neither read nor write them. */
export const runtimePrefix = '~runtime/';

/**
 * The state of one partition during a batch: reads fall through to the store, writes stay here until the commit.
 * Writes of the record in hand are kept apart, so that a parked record leaves no trace.
 */
export interface Overlay extends KeyedState {
  /** Makes the writes of the record in hand part of the batch. */
  readonly keep: () => void;
  /** Forgets the writes of the record in hand. */
  readonly discard: () => void;
  /** Forgets what the batch wrote: it is in the store now. */
  readonly committed: () => void;
  /** Everything the batch wrote, encoded. */
  readonly writes: () => ReadonlyMap<string, Buffer | null>;
}

const deleted = Symbol('deleted');

export function createOverlay(store: StateStore, partition: number): Overlay {
  const batch = new Map<string, unknown>();
  const record = new Map<string, unknown>();
  const read = new Map<string, unknown>();

  const stored = (key: string): unknown => {
    if (read.has(key)) return read.get(key);
    const text = store.text(partition, key);
    const value: unknown = text === undefined ? undefined : JSON.parse(text);
    read.set(key, value);
    return value;
  };

  const current = (key: string): unknown => {
    if (record.has(key)) return record.get(key);
    return batch.has(key) ? batch.get(key) : stored(key);
  };

  const visibleKeys = (prefix: string): readonly string[] => {
    const keys = new Set<string>();
    for (const [key] of store.entries(partition, prefix)) keys.add(key);
    for (const layer of [batch, record]) {
      for (const key of layer.keys()) if (key.startsWith(prefix)) keys.add(key);
    }
    return [...keys].sort();
  };

  return {
    get: <V>(key: string) => {
      const value = current(key);
      return value === deleted ? undefined : (value as V | undefined);
    },
    put: (key, value) => void record.set(key, value),
    delete: (key) => void record.set(key, deleted),
    *entries<V>(prefix: string) {
      for (const key of visibleKeys(prefix)) {
        const value = current(key);
        if (value !== deleted && value !== undefined) yield [key, value as V] as const;
      }
    },
    keep: () => {
      for (const [key, value] of record) batch.set(key, value);
      record.clear();
    },
    discard: () => record.clear(),
    committed: () => {
      batch.clear();
      read.clear();
    },
    writes: () =>
      encodeTexts([...batch].map(([key, value]) => [key, value === deleted ? null : JSON.stringify(value)] as const)),
  };
}
