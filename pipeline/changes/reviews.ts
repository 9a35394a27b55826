/** An operator's review of a candidate of a sanctions list or of a draft of a disclosed field, which is an observation. */
import type { ListMatchValue, ReviewValue } from '../../schemas/facts.ts';
import type { Change, Observation } from '../../schemas/generated/records.ts';
import { canonicalJson } from '../../schemas/values/canonical.ts';
import { makeObservation } from '../../schemas/values/observation.ts';
import type { Category } from '../../schemas/vocabulary.ts';
import type { KeyedState } from '../runtime/processor.ts';
import { buildChange, type InForce } from './build-change.ts';
import { reviewField } from './families/disclosure/review.ts';
import type { Observed } from './families/family.ts';
import { accepted, type Fact, factKey } from './fact.ts';
import { reviewMatch } from './families/sanctions/compare.ts';

export interface ReviewGiven {
  readonly verdict: ReviewValue['verdict'];
  /** Name of the reviewer. */
  readonly by: string;
  readonly why: string;
  /** Time of the review, milliseconds. */
  readonly at: number;
}

/** Why a change cannot be reviewed, as a sentence; null when it can. `change` is its newest revision. */
export function whyNotReviewed(change: Change): string | null {
  if (!reviewed.includes(change.category)) {
    return `${change.id} is a change of the category ${change.category}; only candidates of sanctions lists and drafts of disclosed fields are reviewed`;
  }
  if (change.confirmed) return `${change.id} is confirmed already: there is nothing left to decide`;
  if (change.disposition === 'superseded') {
    return `${change.id} is withdrawn already; a review is of an open candidate or draft`;
  }
  return change.disposition === 'held'
    ? null
    : `${change.id} is no candidate and no draft: its disposition is ${change.disposition}`;
}

const reviewed: readonly string[] = ['sanctions', 'disclosure_field'] satisfies readonly Category[];

/** The observation of a review, with the evidence of the reviewed revision. */
export const reviewObservation = (change: Change, { verdict, by, why, at }: ReviewGiven): Observation =>
  makeObservation({
    assetId: change.assetId,
    subjectKind: 'review',
    subjectKey: change.subjectKey,
    field: change.field,
    sourceKey: 'review',
    value: canonicalJson({ verdict, changeId: change.id, reviewed: change.sourceKey, by, why } satisfies ReviewValue),
    quote: change.quote,
    sourceUrl: change.sourceUrl,
    sourceHash: change.sourceHash,
    artifactId: change.assessment.evidence.new.artifactId,
    extractor: 'operator',
    extractorVersion: '1',
    fetchOutcome: 'ok',
    parseStatus: 'ok',
    observedAt: at,
  });

/**
 * Applies a review: the open candidate or draft is confirmed or withdrawn, and the review is stored. A review of a
 * candidate or draft that is no longer open has no effect.
 */
export function applyReview(
  review: ReviewValue,
  { state, observation }: Observed,
  inForce: InForce,
): readonly Change[] {
  const change =
    observation.field === 'match'
      ? applyToMatch(state, observation, review, inForce)
      : reviewField(state, observation, review, inForce);
  if (change === null) return [];
  const reviewFact = factKey(observation);
  state.put(reviewFact, accepted(state.get<Fact>(reviewFact), observation, null));
  return [change];
}

/** A review of a match holds for its list entry and its party, also in later readings. */
function applyToMatch(
  state: KeyedState,
  observation: Observation,
  review: ReviewValue,
  inForce: InForce,
): Change | null {
  const target: Observation = { ...observation, subjectKind: 'list_entry', sourceKey: review.reviewed };
  const key = factKey(target);
  const fact = state.get<Fact>(key);
  if (fact === undefined || fact.value === null || fact.draft?.changeId !== review.changeId) return null;
  const match = JSON.parse(fact.value) as ListMatchValue;
  const change = buildChange(reviewMatch(match, { ...review, at: observation.observedAt }), {
    fact: target,
    cause: observation,
    old: fact.draft.old,
    draft: fact.draft,
    ...inForce,
  });
  state.put(key, { ...fact, draft: null });
  return change;
}
