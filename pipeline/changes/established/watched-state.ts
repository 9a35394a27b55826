import type { KeyedState } from '../../runtime/processor.ts';
import { factPrefix } from '../fact.ts';

/** A state that remembers which facts an observation wrote, with the values before. */
export interface WatchedState {
  readonly state: KeyedState;
  /** Key of each written fact to its value before; undefined where there was none. In the order of the writes. */
  readonly before: ReadonlyMap<string, unknown>;
}

/** Watches the facts of one asset. */
export function watchFacts(state: KeyedState, assetId: string): WatchedState {
  const before = new Map<string, unknown>();
  const prefix = factPrefix(assetId);
  const remember = (key: string): void => {
    if (key.startsWith(prefix) && !before.has(key)) before.set(key, state.get(key));
  };
  return {
    before,
    state: {
      ...state,
      put: (key, value) => {
        remember(key);
        state.put(key, value);
      },
      delete: (key) => {
        remember(key);
        state.delete(key);
      },
    },
  };
}
