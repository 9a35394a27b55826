import type { TopicName } from '../../schemas/topics.ts';
import type { Input, KeyedState, Output, Result, Emitted } from './processor.ts';

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
  /** Takes in a row that was dealt with already, elsewhere or by an earlier version: nothing is said of it or counts as said. */
  readonly replay: (state: KeyedState, input: Input<T>) => Result;
  /**
   * For folds whose partitions keep the globals: the same for a global record. Each partition of theirs hears of every
   * other global record once, in log order. Of the rest, none hears of what was read before it was given out.
   */
  readonly replayGlobal?: (record: Input<G>) => (state: KeyedState) => void;
  /** For folds that compare with what was said: where that is on the log, keyed as the input is. */
  readonly emitted?: Emitted;
  /**
   * Compares a partition with the whole view and says what is unsaid, in slices that are committed one by one. Called when
   * a partition is given out; where `replayGlobal` is, only when others may have dealt with it. `exact`: nobody has.
   */
  readonly reconcile?: (state: KeyedState, exact: boolean) => Iterable<readonly Output[]>;
}
