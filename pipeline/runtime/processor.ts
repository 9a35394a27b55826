import type { TopicName, ValueOf } from '../../schemas/topics.ts';

/** State of one input partition as a fold sees it: synchronous, keyed, invisible to others until committed. */
export interface KeyedState {
  readonly get: <V>(key: string) => V | undefined;
  readonly put: (key: string, value: unknown) => void;
  readonly delete: (key: string) => void;
  /** Entries whose key starts with `prefix`, in key order, including the writes of this batch. */
  readonly entries: <V>(prefix: string) => Iterable<readonly [string, V]>;
}

/** A decoded input record. */
export interface Input<T extends TopicName> {
  readonly topic: T;
  readonly partition: number;
  readonly offset: number;
  /** Record time, milliseconds: the only clock a fold may read. */
  readonly timestamp: number;
  readonly value: ValueOf<T>;
}

/** A record that a fold emits; the topic's key function gives the key, and the key the partition. */
export type Output = { readonly [T in TopicName]: OutputTo<T> }[TopicName];

interface OutputTo<T extends TopicName> {
  readonly topic: T;
  readonly value: ValueOf<T>;
  readonly timestamp: number;
  /** A control record, which every partition has: it goes to the partition of its input. */
  readonly stays?: true;
}

/** The outcome of one input record. */
export type Result =
  | { readonly kind: 'ok'; readonly outputs: readonly Output[] }
  /** The record can never be processed; `reason` is a sentence. */
  | { readonly kind: 'park'; readonly reason: string };

export const ok = (outputs: readonly Output[] = []): Result => ({ kind: 'ok', outputs });
export const park = (reason: string): Result => ({ kind: 'park', reason });

/** Makes an output whose value has the type of its topic. */
export const emit = <T extends TopicName>(topic: T, value: ValueOf<T>, timestamp: number): Output =>
  ({ topic, value, timestamp }) as unknown as Output;

/** Makes a control record for the partition of the input that causes it. */
export const emitControl = <T extends TopicName>(topic: T, value: ValueOf<T>, timestamp: number): Output => ({
  ...emit(topic, value, timestamp),
  stays: true,
});

/**
 * A fold over one partitioned input. `apply` is pure: no clock, no randomness, no I/O; time is the record's, ids are
 * hashes. The runtime commits state, outputs and position of a batch together.
 */
export interface Processor<T extends TopicName> {
  readonly name: string;
  readonly input: T;
  readonly outputs: readonly TopicName[];
  /** Raised when the shape or meaning of the state changes: the input is then folded again from the start. */
  readonly stateVersion: number;
  readonly apply: (state: KeyedState, input: Input<T>, artifacts: ReadonlyMap<string, Buffer>) => Result;
  /** Answers a record that the operator has parked, without work that may have made it necessary. Default: nothing. */
  readonly answerParked?: (state: KeyedState, input: Input<T>) => readonly Output[];
  /** Rebuilds state from the outputs, for a processor whose input expires or must not be folded twice. */
  readonly restoration?: Restoration;
  /** Artifacts that `apply` requires for a record; the runtime passes them by hash, or by key. */
  readonly artifactsOf?: (state: KeyedState, value: ValueOf<T>) => readonly ArtifactNeed[];
}

/** Reduces a large artifact to something small: a function of the bytes alone. It may open the artifact several times. */
export type ArtifactReducer = (open: () => AsyncIterable<Buffer>, onRead?: OnRead) => Promise<Buffer>;
/** Reports how many records have been read so far. */
export type OnRead = (records: number) => void;
/** A whole artifact by its sha256 (hex), or the result of reducing one. */
export type ArtifactNeed = string | Readonly<{ key: string; sha256: string; reduce: ArtifactReducer }>;

/** What the state of a partition is rebuilt from. */
export interface RestoreSource {
  readonly partition: number;
  /** All outputs of input below this offset are on the log. */
  readonly until: number;
  /** First offset of the input that has not expired. */
  readonly low: number;
  readonly state: KeyedState;
  /** All records of a topic in this partition; with `isWanted`, those of all partitions whose key is wanted. */
  readonly records: <T extends TopicName>(topic: T, isWanted?: (key: string) => boolean) => AsyncIterable<Input<T>>;
}

/** Rebuilds the state of a partition. Returns the input offset from which to continue. */
export type Restoration = (from: RestoreSource) => Promise<number>;

/** The output topic from which a fold reads what it, or an earlier owner of a partition, has emitted. */
export type EmittedTopic = { readonly [T in TopicName]: EmittedIn<T> }[TopicName];

export interface EmittedIn<T extends TopicName> {
  readonly topic: T;
  /** Applies an emitted output to the state. Applying all outputs again, in log order, does not change the state. */
  readonly apply: (state: KeyedState, output: Input<T>) => void;
  /** Gets the newest outputs on the log, one a key, of the keys of which `apply` has read outputs, once all were read. */
  readonly applyNewest?: (state: KeyedState, outputs: Iterable<ValueOf<T>>) => void;
  /** Input offset of the row that caused an output, in the partition of the same number; null if the output has none. */
  readonly rowOf: (output: ValueOf<T>) => number | null;
  /** Start of the keys of what is known of the outputs on the log: they are no part of what the fold has emitted. */
  readonly notes?: string;
}
