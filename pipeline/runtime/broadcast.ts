import type { StateStore } from '../../infra/state/store.ts';
import type { TopicName } from '../../schemas/topics.ts';
import { runtimePrefix } from './overlay.ts';
import type { Input, KeyedState, Output, Result } from './processor.ts';

/**
 * A fold over one partitioned input that also looks at a second topic in full: every instance reads all of the global
 * topic, and what a global record means for the rows of a partition is worked out where those rows are.
 */
export interface BroadcastFold<T extends TopicName, G extends TopicName> {
  readonly name: string;
  readonly input: T;
  readonly global: G;
  readonly outputs: readonly TopicName[];
  readonly stateVersion: number;
  /** See `ConsumeOptions`: for rows that nobody waits for. */
  readonly lingerMs?: number;
  /** A fresh, empty view of the global topic. */
  readonly open: () => BroadcastView<T, G>;
}

export interface BroadcastView<T extends TopicName, G extends TopicName> {
  readonly apply: (state: KeyedState, input: Input<T>) => Result;
  /** Takes a global record into the view and returns what a partition does about it. */
  readonly update: (record: Input<G>) => (state: KeyedState) => readonly Output[];
  /**
   * For joins: every stored row of a partition against the whole view, in slices that are committed one by one. Called
   * once after the globals were read to their end; until then, and for what was read then, `update`'s answer is not used.
   * Without it, each partition is told of every global record exactly once, in log order.
   */
  readonly rematch?: (state: KeyedState) => Iterable<readonly Output[]>;
}

export const globalKey = (partition: number): string => `${runtimePrefix}global/${partition}`;

/** Next global offset that a partition of the input has to hear about. */
export function globalPosition(store: StateStore, partition: number, globalPartition: number): number {
  const bytes = store.get(partition, globalKey(globalPartition));
  return bytes === undefined ? 0 : Number(bytes.toString('utf8'));
}
