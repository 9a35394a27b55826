import { ParkedRecordError } from '../../infra/errors.ts';
import type { Chunk, LogRecord, NewRecord } from '../../infra/log/log.ts';
import type { StateCommit, StateStore } from '../../infra/state/store.ts';
import type { Codec } from '../../schemas/codec.ts';
import { UndecodableValue } from '../../schemas/framed-value.ts';
import { type TopicName, topics } from '../../schemas/topics.ts';
import { createOverlay, type Overlay } from './overlay.ts';
import { type ParkedByHand, passingRecords } from './parked-by-hand.ts';
import { deadLetter, type ParkGuard } from './parking.ts';
import type { RuntimeDeps } from './role.ts';
import { type Input, type KeyedState, type Output, park, type Processor, type Result } from './processor.ts';

export interface BatchContext {
  /** Of the processor. `inHand` is called with each record before it is applied, and with null after the last. */
  readonly name: string;
  readonly deps: Pick<RuntimeDeps, 'codec' | 'clock' | 'inHand'>;
  readonly store: StateStore;
  /** Null while rows are replayed: their outputs and dead letters are on the log already. */
  readonly guard: ParkGuard | null;
  /** While rows are replayed: whether the record was parked at first, and so is left out of the state. */
  readonly wasParked?: (partition: number, offset: number) => boolean;
  /** While rows are replayed that an earlier state version processed: whether the log lacks an output. Otherwise it has all. */
  readonly isLacking?: (output: Output) => boolean;
  /** Records that the operator has parked. */
  readonly byHand: Pick<ParkedByHand, 'requestFor' | 'hasPassed'>;
}

export interface BatchResult {
  readonly commit: StateCommit;
  /** The outputs; while rows are replayed only those that the log lacks and those of compacted topics. */
  readonly made: readonly NewRecord[];
  readonly parked: number;
  /** The park guard stopped the batch after its last record. */
  readonly halted: boolean;
}

type Apply<T extends TopicName> = (state: KeyedState, input: Input<T>) => Result;
type AnswerParked<T extends TopicName> = NonNullable<Processor<T>['answerParked']>;

/** Applies a fold to the records of a chunk on an overlay; the caller commits the result. */
export function applyChunk<T extends TopicName>(
  context: BatchContext,
  chunk: Chunk,
  apply: Apply<T>,
  answerParked?: AnswerParked<T>,
): BatchResult {
  const { name: processor, guard } = context;
  const { codec, clock, inHand } = context.deps;
  const overlay = createOverlay(context.store, chunk.partition);
  const made: NewRecord[] = [];
  const emitted: NewRecord[] = [];
  let parked = 0;
  let halted = false;
  let next = chunk.records[0]?.offset ?? 0;
  for (const record of chunk.records) {
    next = record.offset + 1;
    if (guard === null && isLeftOut(context, record)) continue;
    const parking = guard === null ? undefined : context.byHand.requestFor(record);
    if (parking !== undefined) {
      const answers = answersTo(codec, overlay, record, answerParked).map((output) =>
        encodeOutput(codec, output, chunk.partition),
      );
      overlay.keep();
      made.push(...answers);
      emitted.push(...answers, ...passingRecords(codec, { record, processor, parking, time: clock() }));
      continue;
    }
    inHand?.(processor, record);
    const result = applyRecord(codec, overlay, record, apply);
    if (result.kind === 'ok') {
      overlay.keep();
      for (const output of result.outputs) {
        const isEmitted = guard === null && (isCompact(output) || context.isLacking?.(output) !== true);
        if (isEmitted && !isCompact(output)) continue;
        const encoded = encodeOutput(codec, output, chunk.partition);
        made.push(encoded);
        if (!isEmitted) emitted.push(encoded);
      }
    } else {
      overlay.discard();
      parked += 1;
      if (guard !== null) emitted.push(deadLetter(codec, { record, processor, time: clock(), ...result }));
    }
    halted = guard?.count(result.kind !== 'ok') === true;
    if (halted) break;
  }
  inHand?.(processor, null);
  const { topic, partition } = chunk;
  const commit = { partition, writes: overlay.writes(), positions: [{ topic, partition, next }], outputs: emitted };
  return { commit, made, parked, halted };
}

/** Whether a record had no part in the outputs: it was refused, or passed by a parking. */
const isLeftOut = ({ wasParked, byHand }: BatchContext, record: LogRecord): boolean =>
  wasParked?.(record.partition, record.offset) === true || byHand.hasPassed(record);

/** What a fold emits for a record that it passes; nothing for one that cannot be decoded. */
function answersTo<T extends TopicName>(
  codec: Codec,
  overlay: Overlay,
  record: LogRecord,
  answer: AnswerParked<T> | undefined,
): readonly Output[] {
  if (answer === undefined) return [];
  const [input] = decodeChunk<T>(codec, { ...record, records: [record], end: record.offset + 1 });
  return input === undefined ? [] : answer(overlay, input);
}

const isCompact = ({ topic }: Output): boolean => topics[topic].cleanup === 'compact';

/** Decodes the records of a chunk, without those that cannot be decoded: applying the chunk parks them. */
export function* decodeChunk<T extends TopicName>(codec: Codec, chunk: Chunk): Generator<Input<T>> {
  for (const { partition, offset, timestamp, value } of chunk.records) {
    if (value === null) continue;
    try {
      const topic = chunk.topic as T;
      yield { topic, partition, offset, timestamp, value: codec.decode(topic, value) };
    } catch (error) {
      if (!(error instanceof UndecodableValue)) throw error;
    }
  }
}

/** The record of an output. `partition`: that of the input, for control records. */
export function encodeOutput(codec: Codec, output: Output, partition?: number): NewRecord {
  if (output.stays === true && partition === undefined) {
    throw new Error(`a control record of ${output.topic} has no partition: only folds of one input emit it`);
  }
  // `emit` gives the value the type of its topic; TypeScript cannot follow that correlation through the union.
  const definition = topics[output.topic] as { readonly keyOf: (value: unknown) => string };
  return {
    topic: output.topic,
    key: definition.keyOf(output.value),
    value: codec.encode(output.topic, output.value),
    timestamp: output.timestamp,
    ...(output.stays === true && partition !== undefined ? { partition } : {}),
  };
}

type Outcome =
  | Extract<Result, { readonly kind: 'ok' }>
  | { readonly kind: 'parked'; readonly errorClass: string; readonly message: string };

function applyRecord<T extends TopicName>(codec: Codec, overlay: Overlay, record: LogRecord, apply: Apply<T>): Outcome {
  try {
    if (record.value === null) return refused(park('the record has no value; this topic has no tombstones'));
    const topic = record.topic as T;
    const value = codec.decode(topic, record.value);
    const { partition, offset, timestamp } = record;
    return refused(apply(overlay, { topic, partition, offset, timestamp, value }));
  } catch (error) {
    if (error instanceof UndecodableValue) return { kind: 'parked', errorClass: 'undecodable', message: error.message };
    if (error instanceof ParkedRecordError) return { kind: 'parked', errorClass: error.name, message: error.message };
    throw error;
  }
}

const refused = (result: Result): Outcome =>
  result.kind === 'ok' ? result : { kind: 'parked', errorClass: 'refused', message: result.reason };
