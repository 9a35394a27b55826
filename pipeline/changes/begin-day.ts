import type { Observation } from '../../schemas/generated/records.ts';
import { type Input, type KeyedState, ok, type Output, type Result } from '../runtime/processor.ts';
import { emitChanges, type InForce } from './build-change.ts';
import { composed } from './composed.ts';
import { tickOutputs } from './established/ticks.ts';
import { withFacts } from './established/with-facts.ts';
import { edgesAtTick } from './families/edges/read/at-tick.ts';
import { assetsDue } from './families/edges/follow/dates.ts';

/** Applies a tick: what sources stated for this day takes effect, and readers of established facts get the day. */
export function beginDay(
  stored: KeyedState,
  { value: tick, offset: position }: Input<'observations'>,
  inForceOf: (assetId: string) => InForce,
): Result {
  const outputs: Output[] = [];
  for (const assetId of assetsDue(stored, tick)) {
    const observation: Observation = { ...tick, assetId };
    const inForce = (): InForce => inForceOf(assetId);
    const result = withFacts(stored, observation, position, (state) => {
      const observed = { state, observation };
      const { changes, ...links } = edgesAtTick(observed, inForce);
      return ok(composed(emitChanges(changes), { ...observed, inForce, position }, links));
    });
    if (result.kind === 'park') return result;
    outputs.push(...result.outputs);
  }
  return ok([...outputs, ...tickOutputs(stored, tick, position)]);
}
