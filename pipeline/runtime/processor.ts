import type { TopicName, ValueOf } from '../../schemas/topics.ts';

/** State of one input partition as a fold sees it: synchronous, keyed, invisible to others until committed. */
export interface KeyedState {
  readonly get: <V>(key: string) => V | undefined;
  readonly put: (key: string, value: unknown) => void;
  readonly delete: (key: string) => void;
  /** Entries whose key starts with `prefix`, in key order, including what this batch has written. */
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

/** A record a fold writes: the topic's key function gives the key. */
export type Output = { readonly [T in TopicName]: OutputTo<T> }[TopicName];

export interface OutputTo<T extends TopicName> {
  readonly topic: T;
  readonly value: ValueOf<T>;
  readonly timestamp: number;
}

/** What became of one input record. */
export type Result =
  | { readonly kind: 'ok'; readonly outputs: readonly Output[] }
  /** The record can never be processed; `reason` is a sentence. */
  | { readonly kind: 'park'; readonly reason: string };

export const ok = (outputs: readonly Output[] = []): Result => ({ kind: 'ok', outputs });
export const park = (reason: string): Result => ({ kind: 'park', reason });

/** Output constructor that keeps topic and value type together. */
export const emit = <T extends TopicName>(topic: T, value: ValueOf<T>, timestamp: number): Output =>
  ({ topic, value, timestamp }) as unknown as Output;

/** Read-only view of a compacted topic held in memory, by record key. */
export interface GlobalTable<T extends TopicName> {
  readonly get: (key: string) => ValueOf<T> | undefined;
  readonly values: () => Iterable<ValueOf<T>>;
}

/**
 * A fold over one partitioned input. `apply` is pure: no clock, no randomness, no I/O; time is the record's, ids are
 * hashes. The runtime commits state, outputs and position of a batch together.
 */
export interface Processor<T extends TopicName> {
  readonly name: string;
  readonly input: T;
  readonly outputs: readonly TopicName[];
  /** Raised when the shape or meaning of the state changes: the input is folded again from the start. */
  readonly stateVersion: number;
  readonly apply: (state: KeyedState, input: Input<T>, artifacts: ReadonlyMap<string, Buffer>) => Result;
  /** For a processor whose input is not kept for ever, or must not be read twice: its state is a fold of what it wrote. */
  readonly restoration?: AnyRestoration;
  /** Artifacts the record cannot be folded without: the runtime hands them to `apply` by hash, or by key. */
  readonly artifactsOf?: (state: KeyedState, value: ValueOf<T>) => readonly ArtifactNeed[];
}

/** Makes something small of a large artifact, which it may read as often as it likes: a function of the bytes alone. */
export type ArtifactReducer = (open: () => AsyncIterable<Buffer>, tell?: TellRead) => Promise<Buffer>;
/** Told how many records were read so far. */
export type TellRead = (records: number) => void;
/** A whole artifact by its sha256 (hex), or what is made of one. */
export type ArtifactNeed = string | Readonly<{ key: string; sha256: string; reduce: ArtifactReducer }>;

/** How the state of a partition is made again from the topic a processor writes, keyed as its input is. */
export interface OutputRestoration<T extends TopicName> {
  readonly topic: T;
  readonly apply: (state: KeyedState, output: Input<T>) => void;
  /** Offset of the input record that caused an output. */
  readonly causeOf: (value: ValueOf<T>) => number;
}

/** What the state of a partition is made again from, where outputs are spread over several topics. */
export interface Restoring {
  readonly partition: number;
  /** Everything that input below this offset caused is on the log. */
  readonly until: number;
  /** First offset of the input that is still there. */
  readonly low: number;
  readonly state: KeyedState;
  /** Everything a topic holds of this partition; or of all of them, where the key is wanted. */
  readonly records: <T extends TopicName>(topic: T, isWanted?: (key: string) => boolean) => AsyncIterable<Input<T>>;
}

export type AnyRestoration =
  | { readonly [T in TopicName]: OutputRestoration<T> }[TopicName]
  /** Gives the offset of the input to go on with. */
  | { readonly restore: (from: Restoring) => Promise<number> };

/** Outputs of a fold that tell what was said: whoever said it, its state follows the log. */
export type Emitted = { readonly [T in TopicName]: EmittedIn<T> }[TopicName];

export interface EmittedIn<T extends TopicName> {
  readonly topic: T;
  /** Taken in again, in log order, outputs leave the state as it was. */
  readonly apply: (state: KeyedState, output: Input<T>) => void;
  /** Offset of the row that an output was made of, in the partition of the same number; null where it does not tell. */
  readonly rowOf: (output: ValueOf<T>) => number | null;
}
