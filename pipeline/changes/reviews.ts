/** An operator's word on a candidate of a sanctions list: an observation like any other, and what it does. */
import type { ListMatchValue, ReviewValue } from '../../schemas/facts.ts';
import type { Change, Observation } from '../../schemas/generated/records.ts';
import { canonicalJson } from '../../schemas/values/canonical.ts';
import { makeObservation } from '../../schemas/values/observation.ts';
import type { RuleSet } from '../impact/rule.ts';
import type { KeyedState } from '../runtime/processor.ts';
import { buildChange } from './build-change.ts';
import { accepted, type Fact, factKey } from './fact.ts';
import { reviewMatch } from './sanctions.ts';

export interface ReviewGiven {
  readonly verdict: ReviewValue['verdict'];
  /** Who says so. */
  readonly by: string;
  readonly why: string;
  /** When, milliseconds. */
  readonly at: number;
}

/** Why a change cannot be reviewed, as a sentence; null when it can. `change` is its newest revision. */
export function whyNotReviewed(change: Change): string | null {
  if (change.category !== 'sanctions') {
    return `${change.id} is a change of the category ${change.category}; only candidates of sanctions lists are reviewed`;
  }
  if (change.confirmed) return `${change.id} is confirmed already: there is nothing left to decide`;
  if (change.disposition === 'superseded') {
    return `${change.id} is withdrawn already; a review is of an open candidate`;
  }
  return change.disposition === 'held'
    ? null
    : `${change.id} is no candidate: its disposition is ${change.disposition}`;
}

/** The observation of a review, with the evidence that the reviewed revision rests on. */
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

interface Reviewing {
  readonly observation: Observation;
  readonly review: ReviewValue;
  readonly regimes: readonly string[];
  readonly ruleSet: RuleSet;
}

/**
 * Takes a review in: the open candidate it is about becomes a match or is withdrawn, and what was said is remembered for
 * the entry and the party. A review of what is no open candidate any more came too late and says nothing.
 */
export function applyReview(state: KeyedState, reviewing: Reviewing): readonly Change[] {
  const { observation, review, regimes, ruleSet } = reviewing;
  const reviewed: Observation = { ...observation, subjectKind: 'list_entry', sourceKey: review.reviewed };
  const key = factKey(reviewed);
  const fact = state.get<Fact>(key);
  if (fact === undefined || fact.value === null || fact.draft?.changeId !== review.changeId) return [];
  const match = JSON.parse(fact.value) as ListMatchValue;
  const change = buildChange(reviewMatch(match, { ...review, at: observation.observedAt }), {
    fact: reviewed,
    cause: observation,
    old: fact.draft.old,
    draft: fact.draft,
    regimes,
    ruleSet,
  });
  state.put(key, { ...fact, draft: null });
  const reviewFact = factKey(observation);
  state.put(reviewFact, accepted(state.get<Fact>(reviewFact), observation, null));
  return [change];
}
