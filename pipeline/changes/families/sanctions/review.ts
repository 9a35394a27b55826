import { type ListMatchValue, type ReviewValue, listMatch, review as reviewShape } from '../../../../schemas/facts.ts';
import type { Observation } from '../../../../schemas/generated/records.ts';
import { storedValue } from '../../../../schemas/stored-value.ts';
import { buildChange, draftOf, type InForce, revisable } from '../../build-change.ts';
import { type Draft, type Fact, factKey, type ReviewFact, sideOf } from '../../fact.ts';
import type { ObservedState, ReviewedChanges, ReviewRule } from '../family.ts';
import { reopenedMatch, reviewMatch, unconfirmedMatch } from './compare.ts';
import { isDismissed, isEstablished, type MatchContext, matchContextOf, type Review } from './match-context.ts';

/** Candidates of sanctions lists. */
export const reviewedMatches: ReviewRule = {
  category: 'sanctions',
  hasField: (field) => field === 'match',
  apply: reviewCandidate,
  reopen: reopenCandidate,
};

const none: ReviewedChanges = { changes: [] };

const matchBehind = (review: ReviewValue, observation: Observation): Observation => ({
  ...observation,
  subjectKind: 'list_entry',
  sourceKey: review.reviewed,
});

/** A review of a match holds for its list entry and its party, also in later readings. */
function reviewCandidate(
  review: ReviewValue,
  { state, observation }: ObservedState,
  inForce: InForce,
): ReviewedChanges {
  const target = matchBehind(review, observation);
  const key = factKey(target);
  const fact = state.get<Fact>(key);
  if (fact === undefined || fact.value === null || fact.draft?.changeId !== review.changeId) return none;
  const match = storedValue(fact.value, listMatch);
  const finding = reviewMatch(match, { ...review, at: observation.observedAt });
  const { draft } = fact;
  const change = buildChange(finding, { fact: target, cause: observation, old: draft.old, draft, ...inForce });
  state.put(key, { ...fact, draft: null });
  return review.verdict === 'dismissed'
    ? { changes: [change], decided: revisable(change, finding, draft.old) }
    : { changes: [change] };
}

/**
 * Takes back the review in force of a match that the list still has. A dismissed candidate gets its next revision. A match
 * that was confirmed was stated to readers, so its end is a change of its own, and the candidate is a new one.
 */
function reopenCandidate(
  review: ReviewValue,
  { state, observation }: ObservedState,
  inForce: InForce,
): ReviewedChanges {
  const reviewed = state.get<ReviewFact>(factKey(observation));
  const target = matchBehind(review, observation);
  const key = factKey(target);
  const fact = state.get<Fact>(key);
  if (fact === undefined || fact.value === null || fact.draft !== null) return none;
  if (reviewed === undefined || reviewed.value === null) return none;
  const earlier: Review = { ...storedValue(reviewed.value, reviewShape), at: reviewed.seenAt };
  const match = storedValue(fact.value, listMatch);
  if (earlier.changeId !== review.changeId || !restsOn(match, earlier)) return none;
  const at = observation.observedAt;
  const context = { ...matchContextOf(state, target, match), review: { ...review, at } };
  const about = { fact: target, cause: observation, ...inForce };
  const ended =
    earlier.verdict === 'dismissed'
      ? []
      : [buildChange(unconfirmedMatch(match, context), { ...about, old: sideOf(fact), draft: null })];
  const draft = reopenedDraft(reviewed, at);
  const finding = reopenedMatch(match, context);
  const candidate = buildChange(finding, { ...about, old: draft?.old ?? null, draft });
  state.put(key, { ...fact, draft: draftOf(candidate, finding, draft?.old ?? null) });
  return { changes: [...ended, candidate] };
}

/** Whether the review alone decides the match. */
const restsOn = (match: ListMatchValue, review: MatchContext['review']): boolean =>
  match.status === 'matched' &&
  !isEstablished(match, null) &&
  (isEstablished(match, review) || isDismissed(match, review));

/** The dismissed change, which is a candidate since the review that opened it again; null after a confirmation. */
const reopenedDraft = ({ decided }: ReviewFact, at: number): Draft | null =>
  decided === undefined ? null : { ...decided, knownAt: at };
