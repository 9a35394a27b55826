import type { KeyedState } from '../../../pipeline/runtime/processor.ts';

/** State stored as the fold's objects, without the store's JSON in between. A prefix query goes through all keys. */
export function objectState(): KeyedState {
  const values = new Map<string, unknown>();
  return {
    get: <V>(key: string) => values.get(key) as V | undefined,
    put: (key, value) => void values.set(key, value),
    delete: (key) => void values.delete(key),
    *entries<V>(prefix: string) {
      const keys = [...values.keys()].filter((key) => key.startsWith(prefix)).sort();
      for (const key of keys) yield [key, values.get(key) as V] as const;
    },
  };
}
