import type { ListMatchValue } from '../schemas/facts.ts';
import type { Change } from '../schemas/generated/records.ts';

/** A candidate on a sanctions list or a draft that waits for a review or a second reading. */
export interface OpenChange {
  /** Its newest revision. */
  readonly change: Change;
  /** Confidence level of the match between list and token; null for a draft of another source. */
  readonly level: string | null;
  /** What the list states and what it matched; null for a draft. */
  readonly match: ListMatchValue | null;
  /** A review can decide it; another change waits for a second reading of its source. */
  readonly isReviewable: boolean;
}

export interface Decision {
  readonly id: string;
  /** Revision that the operator read. */
  readonly revision: number;
  /** `reopened` takes back the review in force of a candidate. */
  readonly verdict: 'confirmed' | 'dismissed' | 'reopened';
  /** Who decides, as it stands on the change. */
  readonly by: string;
  readonly why: string;
}

/** Longest name of a reviewer and longest reason, characters; for the command line, too. */
export const reviewLimits = { by: 100, why: 2_000 } as const;

/** `refused`: why nothing was decided, as a sentence. */
export type DecisionResult = { readonly revised: Change } | { readonly refused: string };

/** A review as it was recorded. */
export interface DecidedReview {
  readonly changeId: string;
  readonly title: string;
  readonly verdict: Decision['verdict'];
  readonly by: string;
  readonly why: string;
  /** Milliseconds. */
  readonly at: number;
  /** Newest revision of its change if this review is in force and can be taken back; null otherwise. */
  readonly reopens: number | null;
}

export const orders = ['level', 'age', 'direction'] as const;
export type Order = (typeof orders)[number];

/** A rule set of this program. Times in milliseconds. */
export interface ListedRules {
  readonly ruleset: string;
  readonly hash: string;
  readonly rules: number;
  readonly inForce: boolean;
  /** When it was activated, ISO 8601; null for a set that never was. */
  readonly since: string | null;
}

/** What the pages of the operator do beyond the commands of key holders; the composition root gives it. */
export interface OperatorPort {
  /** The oldest open changes, in that order; `more` if there are others. */
  readonly openChanges: (order: Order) => Promise<{ readonly open: readonly OpenChange[]; readonly more: boolean }>;
  /** Appends a review, and waits until the tables have the revision that it causes. */
  readonly decide: (decision: Decision) => Promise<DecisionResult>;
  /** The newest reviews, newest first. */
  readonly decided: () => Promise<readonly DecidedReview[]>;
  /** The rule sets, and what is wrong with their activations, as sentences. */
  readonly ruleSets: () => Promise<{ readonly sets: readonly ListedRules[]; readonly concerns: readonly string[] }>;
}
