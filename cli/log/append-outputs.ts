import { encodeOutput } from '../../pipeline/runtime/batch.ts';
import type { Output } from '../../pipeline/runtime/processor.ts';
import type { Engine } from '../engine/open-engine.ts';

/** Appends the records of a plan in order, all or none. */
export async function appendOutputs(engine: Engine, records: readonly Output[]): Promise<void> {
  await engine.log.append(records.map((record) => encodeOutput(engine.codec, record)));
}
