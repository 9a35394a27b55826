import type { TopicName } from '../../schemas/topics.ts';
import type { EmittedTopic, Input, KeyedState, Output, Result } from './processor.ts';

/**
 * A fold over one partitioned input that also reads a second, global topic. Every instance reads the global topic in
 * full; the owner of a partition decides what a global record means for the rows of that partition.
 */
export interface BroadcastFold<T extends TopicName, G extends TopicName> {
  readonly name: string;
  readonly input: T;
  readonly global: G;
  readonly outputs: readonly TopicName[];
  readonly stateVersion: number;
  /** As in `ConsumeOptions`: for rows that no client waits for. */
  readonly lingerMs?: number;
  /** A new, empty view of the global topic. */
  readonly open: () => BroadcastView<T, G>;
}

export interface BroadcastView<T extends TopicName, G extends TopicName> {
  readonly apply: (state: KeyedState, input: Input<T>) => Result;
  /** Adds a global record to the view; the result applies it to a partition and returns the outputs. */
  readonly update: (record: Input<G>) => (state: KeyedState) => readonly Output[];
  /** Applies a row whose outputs an earlier owner or state version has emitted: changes the state, emits nothing. */
  readonly replay: (state: KeyedState, input: Input<T>) => Result;
  /**
   * The same for a global record, in folds that store global records in each partition. Such a fold applies every global
   * record to each partition once, in log order. In other folds a partition skips the records read before its assignment.
   */
  readonly replayGlobal?: (record: Input<G>) => (state: KeyedState) => void;
  /** In folds that compare with their earlier outputs: the topic that has them, with the keys of the input. */
  readonly emitted?: EmittedTopic;
  /**
   * Compares a partition with the whole view and returns the missing outputs, in slices that are committed one by one.
   * Called on assignment; in folds with `replayGlobal`, only if other instances may have processed the partition.
   * `exact`: no other instance has.
   */
  readonly reconcile?: (state: KeyedState, exact: boolean) => Iterable<readonly Output[]>;
}
