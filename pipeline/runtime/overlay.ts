import type { StateStore } from '../../infra/state/store.ts';
import { encodeTexts } from '../../infra/state/encode-texts.ts';
import type { KeyedState } from './processor.ts';

/** Prefix of the runtime's own keys; folds neither read nor write them. */
export const runtimePrefix = '~runtime/';

/**
 * The state of one partition during a batch: reads fall through to the store, writes stay here until the commit.
 * Writes of the current record are separate, so that a parked record changes nothing.
 */
export interface Overlay extends KeyedState {
  /** Adds the writes of the current record to the batch. */
  readonly keep: () => void;
  /** Drops the writes of the current record. */
  readonly discard: () => void;
  /** Drops the writes of the batch after their commit: the store has them. */
  readonly committed: () => void;
  /** All writes of the batch, encoded. */
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
