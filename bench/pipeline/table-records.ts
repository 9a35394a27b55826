import type { Engine } from '../../cli/engine/open-engine.ts';
import { detectProcessor } from '../../pipeline/changes/detect.ts';
import { encodeOutput } from '../../pipeline/runtime/batch.ts';
import { createMemoryState } from '../../infra/state/memory.ts';
import type { Output } from '../../pipeline/runtime/processor.ts';
import { appendObservations, batchesOf } from '../support/engines/engine.ts';
import { baseline, readAgain } from '../support/samples/observations.ts';
import type { World } from '../support/samples/world.ts';

const runs = 5;
const share = 0.3;
/** The same records again, as from a publisher that repeats them: enough rows to measure seconds, not warming up. */
const copies = 6;

/** Appends readings of the world several times. Resolves to their number. */
export async function appendReadings(engine: Engine, world: World): Promise<number> {
  let appended = 0;
  for (let copy = 0; copy < copies; copy++) {
    const { count } = await appendObservations(engine, readAgain(world, runs, share));
    appended += count;
  }
  return appended;
}

/** Appends the changes caused by the readings. Resolves to their number. */
export async function appendChanges(engine: Engine, world: World): Promise<number> {
  let count = 0;
  const records = [...changesOf(world)].map((output) => encodeOutput(engine.codec, output));
  for (let copy = 0; copy < copies; copy++) {
    for (const batch of batchesOf(records, 1_000)) {
      await engine.log.append(batch);
      count += batch.length;
    }
  }
  return count;
}

function* changesOf(world: World): Generator<Output> {
  const state = createMemoryState();
  let offset = 0;
  for (const readings of [baseline(world), readAgain(world, runs, share)]) {
    for (const value of readings) {
      const input = {
        topic: 'observations',
        partition: 0,
        offset: offset++,
        timestamp: value.observedAt,
        value,
      } as const;
      const result = detectProcessor.apply(state, input, new Map());
      if (result.kind === 'ok') yield* result.outputs.filter(({ topic }) => topic === 'changes');
    }
  }
}
