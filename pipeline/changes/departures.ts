import type { Change, Observation } from '../../schemas/generated/records.ts';
import type { KeyedState, Output } from '../runtime/processor.ts';
import { buildChange, emitChanges, type InForce } from './build-change.ts';
import { factOfKey, sideOf } from './fact.ts';
import { closingFamilies } from './families/families.ts';
import type { DepartedSubject } from './composition/summary.ts';
import type { EndedFact } from './families/family.ts';

interface DepartureContext extends InForce {
  readonly cause: Observation;
  readonly departed: readonly DepartedSubject[];
}

/**
 * Closes the facts about subjects that the asset no longer names: each family ends its own. The facts are deleted, so that
 * a subject that returns starts from an empty state.
 */
export function closeDeparted(state: KeyedState, { cause, departed, ...inForce }: DepartureContext): readonly Change[] {
  if (departed.length === 0) return [];
  const departure = { assetId: cause.assetId, departed, at: cause.observedAt };
  return closingFamilies.flatMap((close) => close(state, departure)).map((ended) => endingOf(ended, cause, inForce));
}

/** The changes of facts that end with an accepted value; the facts stay, ended. */
export function closeEnded(
  state: KeyedState,
  ended: readonly EndedFact[],
  cause: Observation,
  inForce: () => InForce,
): readonly Output[] {
  return ended.flatMap((one) => {
    state.put(one.key, { ...one.fact, draft: null, ended: true });
    return emitChanges([endingOf(one, cause, inForce())]);
  });
}

const endingOf = ({ key, fact, finding }: EndedFact, cause: Observation, inForce: InForce): Change =>
  buildChange(finding, {
    fact: { assetId: cause.assetId, ...factOfKey(key) },
    cause,
    old: fact.draft === null ? sideOf(fact) : fact.draft.old,
    draft: fact.draft,
    ...inForce,
  });
