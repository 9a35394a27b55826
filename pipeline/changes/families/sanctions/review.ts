import { type ReviewValue, listMatch } from '../../../../schemas/facts.ts';
import type { Observation } from '../../../../schemas/generated/records.ts';
import { storedValue } from '../../../../schemas/stored-value.ts';
import { buildChange, type InForce } from '../../build-change.ts';
import { type Fact, factKey } from '../../fact.ts';
import type { DerivedChanges, ObservedState, ReviewRule } from '../family.ts';
import { reviewMatch } from './compare.ts';

/** Candidates of sanctions lists. */
export const reviewedMatches: ReviewRule = {
  category: 'sanctions',
  hasField: (field) => field === 'match',
  apply: reviewCandidate,
};

/** A review of a match holds for its list entry and its party, also in later readings. */
function reviewCandidate(review: ReviewValue, { state, observation }: ObservedState, inForce: InForce): DerivedChanges {
  const target: Observation = { ...observation, subjectKind: 'list_entry', sourceKey: review.reviewed };
  const key = factKey(target);
  const fact = state.get<Fact>(key);
  if (fact === undefined || fact.value === null || fact.draft?.changeId !== review.changeId) {
    return { changes: [] };
  }
  const match = storedValue(fact.value, listMatch);
  const change = buildChange(reviewMatch(match, { ...review, at: observation.observedAt }), {
    fact: target,
    cause: observation,
    old: fact.draft.old,
    draft: fact.draft,
    ...inForce,
  });
  state.put(key, { ...fact, draft: null });
  return { changes: [change] };
}
