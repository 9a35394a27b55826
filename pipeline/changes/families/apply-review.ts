import type { ReviewValue } from '../../../schemas/facts.ts';
import type { InForce } from '../build-change.ts';
import { accepted, type Fact, factKey } from '../fact.ts';
import type { DerivedChanges, ObservedState, ReviewRule } from './family.ts';

/**
 * Applies a review: the open candidate or draft is confirmed or withdrawn, and the review is stored. A review of a
 * candidate or draft that is no longer open has no effect.
 */
export function applyReview(
  reviewedOf: (field: string) => ReviewRule | undefined,
  review: ReviewValue,
  observed: ObservedState,
  inForce: InForce,
): DerivedChanges {
  const { state, observation } = observed;
  const reviewed = reviewedOf(observation.field)?.apply(review, observed, inForce) ?? { changes: [] };
  if (reviewed.changes.length === 0) return reviewed;
  const key = factKey(observation);
  state.put(key, accepted(state.get<Fact>(key), observation, null));
  return reviewed;
}
