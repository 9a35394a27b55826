import type { KeyedState } from '../../pipeline/runtime/processor.ts';

/** State as a fold hands it over, without the store's JSON in between. Prefixes are looked up by going through all keys. */
export function heldState(): KeyedState {
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
