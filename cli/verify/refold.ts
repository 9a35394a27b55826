import { detectProcessor } from '../../pipeline/changes/detect.ts';
import { createMemoryState } from '../../pipeline/runtime/memory-state.ts';
import type { Output } from '../../pipeline/runtime/processor.ts';
import type { KeyedState } from '../../pipeline/runtime/processor.ts';
import type { Engine } from '../engine.ts';
import { readTopic } from '../read-topic.ts';

const noArtifacts: ReadonlyMap<string, Buffer> = new Map();

/**
 * Everything `detect` writes when the observations it has read are folded again from the start, in memory; of one asset
 * alone when `assetId` is given: an asset's outputs depend on no other asset's observations.
 */
export async function* refoldDetect(engine: Engine, assetId?: string): AsyncGenerator<Output> {
  const states = new Map<number, KeyedState>();
  const store = engine.openStore('detect', 'data');
  const ends = new Map(
    (await engine.log.ranges('observations')).map(({ partition }) => [
      partition,
      store.position('observations', partition) ?? 0,
    ]),
  );
  for await (const { record, value } of readTopic(engine, 'observations')) {
    if (value === null) continue;
    if (assetId !== undefined && value.assetId !== assetId && value.subjectKind !== 'control') continue;
    const { partition, offset, timestamp } = record;
    if (offset >= (ends.get(partition) ?? 0)) continue;
    let state = states.get(partition);
    if (state === undefined) {
      state = createMemoryState();
      states.set(partition, state);
    }
    const result = detectProcessor.apply(
      state,
      { topic: 'observations', partition, offset, timestamp, value },
      noArtifacts,
    );
    if (result.kind === 'ok') yield* result.outputs;
  }
}
