import { detectProcessor } from '../../../pipeline/changes/detect.ts';
import { createMemoryState } from '../../../infra/state/memory.ts';
import type { KeyedState, Output, Processor } from '../../../pipeline/runtime/processor.ts';
import type { Observation } from '../../../schemas/generated/records.ts';
import type { Engine } from '../../engine/open-engine.ts';
import { obligeProcessor } from '../../../pipeline/obligations/oblige.ts';
import { readParkings } from '../../log/parkings.ts';
import { readTopic } from '../../log/read-topic.ts';

/** An observation and its position on the log. */
export interface PlacedObservation {
  readonly partition: number;
  readonly offset: number;
  /** Record time, milliseconds. */
  readonly timestamp: number;
  readonly observation: Observation;
}

export type DetectProcessor = Processor<'observations'>;

/**
 * A fold from the start, in memory, one observation at a time. It returns the outputs of each, none for one that it
 * parks.
 */
export function startRefold(processor: DetectProcessor): (cause: PlacedObservation) => readonly Output[] {
  const states = new Map<number, KeyedState>();
  return ({ partition, offset, timestamp, observation }) => {
    let state = states.get(partition);
    if (state === undefined) {
      state = createMemoryState();
      states.set(partition, state);
    }
    const input = { topic: 'observations', partition, offset, timestamp, value: observation } as const;
    const result = processor.apply(state, input, noArtifacts);
    return result.kind === 'ok' ? result.outputs : [];
  };
}

const noArtifacts: ReadonlyMap<string, Buffer> = new Map();

/** All outputs of `detect` when the observations it has read are folded again from the start, in memory. */
export async function* refoldDetect(
  engine: Engine,
  processor: DetectProcessor = detectProcessor,
): AsyncGenerator<Output> {
  const fold = startRefold(processor);
  for await (const placed of foldedObservations(engine)) yield* fold(placed);
}

/** All outputs of `oblige` when the facts it has read are folded again from the start, in memory. */
export async function* refoldOblige(engine: Engine): AsyncGenerator<Output> {
  const states = new Map<number, KeyedState>();
  const isFolded = await readBy(engine, 'oblige', 'asset.facts');
  for await (const { record, value } of readTopic(engine, 'asset.facts')) {
    const { partition, offset, timestamp } = record;
    if (value === null || !isFolded(record)) continue;
    const state = states.get(partition) ?? createMemoryState();
    states.set(partition, state);
    const input = { topic: 'asset.facts', partition, offset, timestamp, value } as const;
    const result = obligeProcessor.apply(state, input, noArtifacts);
    if (result.kind === 'ok') yield* result.outputs;
  }
}

/** Whether a processor has read a record, and has not passed it over. */
async function readBy(
  engine: Engine,
  name: 'detect' | 'oblige',
  topic: 'observations' | 'asset.facts',
): Promise<(record: { readonly partition: number; readonly offset: number }) => boolean> {
  const store = await engine.processors.positionsOf(name, 'data');
  const ends = new Map<number, number>();
  for (const { partition } of await engine.log.ranges(topic)) {
    ends.set(partition, store.position(topic, partition) ?? 0);
  }
  const { hasPassed } = await readParkings(engine);
  return ({ partition, offset }) =>
    offset < (ends.get(partition) ?? 0) && !hasPassed(name, { topic, partition, offset });
}

/** The observations that `detect` has read; with `assetId`, those of one asset and the control records. */
export async function* foldedObservations(engine: Engine, assetId?: string): AsyncGenerator<PlacedObservation> {
  const isFolded = await readBy(engine, 'detect', 'observations');
  const wanted = ({ key }: { readonly key: Buffer | null }): boolean => {
    if (assetId === undefined || key === null || key.length === 0) return true;
    return key.toString('utf8') === assetId;
  };
  for await (const { record, value } of readTopic(engine, 'observations', { wanted })) {
    const { partition, offset, timestamp } = record;
    if (value === null || !isFolded(record)) continue;
    if (assetId !== undefined && value.assetId !== assetId && value.subjectKind !== 'control') continue;
    yield { partition, offset, timestamp, observation: value };
  }
}
