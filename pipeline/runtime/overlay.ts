import type { StateStore } from '../../infra/state/store.ts';
import { encodeTexts } from '../../infra/state/encode-texts.ts';
import type { KeyedState } from './processor.ts';
import { createSortedKeys } from '../../infra/state/sorted-keys.ts';

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

/** Stands for a value that is not there, in a layer that decides it. */
const absent = Symbol('absent');

export function createOverlay(store: StateStore, partition: number): Overlay {
  const batch = new Map<string, unknown>();
  const batchKeys = createSortedKeys();
  const record = new Map<string, unknown>();
  const read = new Map<string, unknown>();

  const stored = (key: string): unknown => {
    const text = store.text(partition, key);
    const value: unknown = text === undefined ? absent : JSON.parse(text);
    read.set(key, value);
    return value;
  };

  // Most records read before they write: then the layer of the record is empty.
  const current = (key: string): unknown => {
    let value = record.size === 0 ? undefined : record.get(key);
    if (value === undefined) value = batch.get(key);
    if (value === undefined) value = read.get(key);
    if (value === undefined) value = stored(key);
    return value === absent ? undefined : value;
  };

  const visibleKeys = (prefix: string): readonly string[] => {
    const keys = new Set<string>();
    for (const [key] of store.entries(partition, prefix)) keys.add(key);
    for (const key of batchKeys.withPrefix(prefix)) keys.add(key);
    for (const key of record.keys()) if (key.startsWith(prefix)) keys.add(key);
    return [...keys].sort();
  };

  return {
    get: <V>(key: string) => current(key) as V | undefined,
    put: (key, value) => void record.set(key, value),
    delete: (key) => void record.set(key, absent),
    *entries<V>(prefix: string) {
      for (const key of visibleKeys(prefix)) {
        const value = current(key);
        if (value !== undefined) yield [key, value as V] as const;
      }
    },
    keep: () => {
      for (const [key, value] of record) {
        if (!batch.has(key)) batchKeys.add(key);
        batch.set(key, value);
      }
      record.clear();
    },
    discard: () => record.clear(),
    committed: () => {
      batch.clear();
      batchKeys.clear();
      read.clear();
    },
    writes: () =>
      encodeTexts([...batch].map(([key, value]) => [key, value === absent ? null : JSON.stringify(value)] as const)),
  };
}
