/** What a reading changes in the asset record and in the subjects, behind its own outputs. */
import type { Change, Observation } from '../../schemas/generated/records.ts';
import type { KeyedState, Output } from '../runtime/processor.ts';
import { changeOfEnding, emitChanges, type InForce } from './build-change.ts';
import { compose } from './composition/compose.ts';
import { type AssetParts, updateParts } from './composition/parts.ts';
import type { DepartedSubject } from './composition/summary.ts';
import { closingFamilies } from './families/families.ts';
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
export function recompose(
  outputs: readonly Output[],
  { state, observation, inForce, position }: CompositionContext,
  { parts: changed = null, links }: RecomposedParts,
): readonly Output[] {
  const parts =
    links === undefined ? changed : updateParts(state, observation.assetId, (before) => ({ ...before, links }));
  // Most readings are cells of registers and matches of lists. For these, the parts (some kilobytes) are not even read.
  if (parts === null) return outputs;
  const { outputs: records, departed } = compose(state, parts, observation, position);
  const closed = closeDeparted(state, departed, observation, inForce);
  return [...outputs, ...emitChanges(closed), ...records];
}

/**
 * Closes the facts about subjects that the asset no longer names: each family ends its own. The facts are deleted, so that
 * a subject that returns starts from an empty state.
 */
function closeDeparted(
  state: KeyedState,
  departed: readonly DepartedSubject[],
  cause: Observation,
  inForce: () => InForce,
): readonly Change[] {
  if (departed.length === 0) return [];
  const departure = { assetId: cause.assetId, departed, at: cause.observedAt };
  const ended = closingFamilies.flatMap((close) => close(state, departure));
  return ended.map((one) => changeOfEnding(one, cause, inForce()));
}
