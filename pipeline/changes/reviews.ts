/** An operator's review of a candidate of a sanctions list or of a draft of a disclosed field, which is an observation. */
import { type ReviewValue, listMatch } from '../../schemas/facts.ts';
import type { Change, Observation } from '../../schemas/generated/records.ts';
import { storedValue } from '../../schemas/stored-value.ts';
import { canonicalJson } from '../../schemas/values/canonical.ts';
import { makeObservation } from '../../schemas/values/observation.ts';
import { isReviewed } from './families/families.ts';
import { reviewExtractor } from '../../schemas/values/extractors.ts';

export interface ReviewGiven {
  readonly verdict: ReviewValue['verdict'];
  /** Name of the reviewer. */
  readonly by: string;
  readonly why: string;
  /** Time of the review, milliseconds. */
  readonly at: number;
  /** The pairs of similar names that the reviewed revision states, from `reviewedPairs`. */
  readonly pairs?: ReviewValue['pairs'];
}

/** Whether another change states the same event: a disclosed field that names a party, for example. That one is reviewed. */
export const isStatedElsewhere = ({ assessment }: Change): boolean =>
  assessment.trail.some(({ rule }) => rule === 'edge-reported');

/** Why a change cannot be reviewed, as a sentence; null when it can. `change` is its newest revision. */
export function whyNotReviewed(change: Change): string | null {
  if (!isReviewed(change)) {
    return `${change.id} is a change of the category ${change.category}; only candidates of sanctions lists, drafts of disclosed fields and of parties are reviewed`;
  }
  if (isStatedElsewhere(change)) {
    return `${change.id} states what another change states; review that one`;
  }
  if (change.confirmed) return `${change.id} is confirmed already: there is nothing left to decide`;
  if (change.disposition === 'superseded') {
    return `${change.id} is withdrawn already; a review is of an open candidate or draft`;
  }
  return change.disposition === 'held'
    ? null
    : `${change.id} is no candidate and no draft: its disposition is ${change.disposition}`;
}

/** What of a change decides whether its review can be taken back. */
export interface ReviewedState {
  readonly id: string;
  readonly category: string;
  readonly field: string;
  readonly confirmed: boolean;
  readonly disposition: string;
}

/** Why the review of a change cannot be taken back, as a sentence; null when it can. `change` is its newest revision. */
export function whyNotReopened({ id, category, field, confirmed, disposition }: ReviewedState): string | null {
  if (category !== 'sanctions' || !isReviewed({ category, field })) {
    return `${id} is a change of the category ${category}; only reviews of candidates of sanctions lists are taken back`;
  }
  return confirmed || disposition === 'superseded' ? null : `${id} is open: there is no review to take back`;
}

/**
 * The pairs of similar names that a change was raised for, from the observation that caused its newest revision; undefined
 * for a change of another kind. A dismissal is about these pairs only.
 */
export function reviewedPairs(change: Change, cause: Pick<Observation, 'field' | 'value'>): ReviewValue['pairs'] {
  if (change.category !== 'sanctions' || cause.field !== 'match' || cause.value === null) return undefined;
  return storedValue(cause.value, listMatch).byName?.similar?.pairs;
}

/** The observation of a review, with the evidence of the reviewed revision. */
export const reviewObservation = (change: Change, { verdict, by, why, at, pairs }: ReviewGiven): Observation =>
  makeObservation({
    assetId: change.assetId,
    subjectKind: 'review',
    subjectKey: change.subjectKey,
    field: change.field,
    sourceKey: 'review',
    value: canonicalJson({
      verdict,
      changeId: change.id,
      reviewed: change.sourceKey,
      by,
      why,
      ...(pairs === undefined ? {} : { pairs }),
    } satisfies ReviewValue),
    quote: change.quote,
    sourceUrl: change.sourceUrl,
    sourceHash: change.sourceHash,
    artifactId: change.assessment.evidence.new.artifactId,
    extractor: reviewExtractor,
    extractorVersion: '1',
    fetchOutcome: 'ok',
    parseStatus: 'ok',
    observedAt: at,
  });
