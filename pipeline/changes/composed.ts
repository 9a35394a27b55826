/** What a reading changes in the asset record and in the subjects, behind its own outputs. */
import type { Output } from '../runtime/processor.ts';
import { emitChanges, type InForce } from './build-change.ts';
import { compose } from './composition/compose.ts';
import { type AssetParts, updateParts } from './composition/parts.ts';
import { closeDeparted } from './departures.ts';
import type { DerivedChanges, ObservedState } from './families/family.ts';

interface CompositionContext extends ObservedState {
  readonly inForce: () => InForce;
  readonly position: number;
}

interface RecomposedParts {
  /** The parts that the observation changed; null or absent where it changed none. */
  readonly parts?: AssetParts | null;
  readonly links?: DerivedChanges['links'];
}

/** The outputs, with the asset record and the subjects if their parts or the linked parties changed. */
export function composed(
  outputs: readonly Output[],
  { state, observation, inForce, position }: CompositionContext,
  { parts: changed = null, links }: RecomposedParts,
): readonly Output[] {
  const parts =
    links === undefined ? changed : updateParts(state, observation.assetId, (before) => ({ ...before, links }));
  // Most readings are cells of registers and matches of lists. For these, the parts (some kilobytes) are not even read.
  if (parts === null) return outputs;
  const { outputs: records, departed } = compose(state, parts, observation, position);
  const closed = closeDeparted(state, { cause: observation, departed, ...inForce() });
  return [...outputs, ...emitChanges(closed), ...records];
}
