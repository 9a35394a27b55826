import type { ReviewValue } from '../../../schemas/facts.ts';
import type { InForce } from '../build-change.ts';
import { accepted, type Fact, factKey, type ReviewFact } from '../fact.ts';
import type { DerivedChanges, ObservedState, ReviewedChanges, ReviewRule } from './family.ts';

const none: ReviewedChanges = { changes: [] };

/**
 * Applies a review: the open candidate or draft is confirmed or withdrawn, or the review in force is taken back, and the
 * review is stored. A review of a candidate or draft that is no longer open has no effect.
 */
export function applyReview(
  reviewedOf: (field: string) => ReviewRule | undefined,
  review: ReviewValue,
  observed: ObservedState,
  inForce: InForce,
): DerivedChanges {
  const { state, observation } = observed;
  const rule = reviewedOf(observation.field);
  const step = review.verdict === 'reopened' ? rule?.reopen : rule?.apply;
  const { decided, ...reviewed } = step?.(review, observed, inForce) ?? none;
  if (reviewed.changes.length === 0) return reviewed;
  const key = factKey(observation);
  const stored: ReviewFact = accepted(state.get<Fact>(key), observation, null);
  state.put(key, decided === undefined ? stored : { ...stored, decided });
  return reviewed;
}
