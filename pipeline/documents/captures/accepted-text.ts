/**
 * When a text of a document is accepted, and when a source has drifted: the thresholds of decision 17. Other numbers need
 * another version, because emitted changes depend on these. Times are milliseconds, shares are of shingles of five words.
 */
import type { CaptureComparison } from '../../../schemas/facts.ts';
import { hourMs } from '../../../schemas/values/durations.ts';

/** A second reading of a text confirms after this time what the first one alone showed. */
export const secondReadingAfterMs = 6 * hourMs;

/** How many captures must show a text, and over which time, before it is accepted. */
export interface Agreement {
  readonly captures: number;
  readonly overMs: number;
}

/** Captures in a row that show a text which is not accepted yet. */
export interface PendingCaptures {
  /** Time of the first. */
  readonly since: number;
  readonly captures: number;
}

export const agreements = {
  /** A part is missing, or it is another kind of document. */
  partMissing: { captures: 3, overMs: 72 * hourMs },
  /** Little of the earlier text is left, or another site answers. */
  replaced: { captures: 2, overMs: secondReadingAfterMs },
} as const satisfies Readonly<Record<string, Agreement>>;

export const hasAgreed = ({ since, captures }: PendingCaptures, at: number, needed: Agreement): boolean =>
  captures >= needed.captures && at - since >= needed.overMs;

export const sourceDrift = {
  /** A source counts as unreachable after `checks` failed checks in a row over at least `overMs`. */
  unreachable: {
    gone: { checks: 3, overMs: 24 * hourMs },
    /** The first of two captures that show a notice in place of the document counts as read. */
    wall: { checks: 2, overMs: 24 * hourMs },
    any: { checks: 6, overMs: 72 * hourMs },
  },
  /** A text that retains this share of the earlier one is the same document. */
  similarFrom: 0.9,
  /** A suspected truncation ends with a text that retains this share again. */
  restoredFrom: 0.99,
  /** A difference that disappears within this time revises its change instead of raising a new one. */
  returnedWithinMs: 72 * hourMs,
} as const;

/** When a capture seems to be an earlier one that was cut off. */
export interface TruncationRule {
  readonly version: string;
  /** The capture seems cut off if one of them applies: little of the earlier text is kept, and hardly anything is new. */
  readonly clauses: readonly { readonly keptAtMost: number; readonly newAtMost: number }[];
  /** While a truncation is suspected, a text that keeps less than `restoredFrom` and adds no more than this is one, too. */
  readonly pendingNewAtMost: number;
}

const large = { keptAtMost: 0.9, newAtMost: 0.03 } as const;

/** Captures that are imported: changes that were emitted depend on it. */
export const truncationV1: TruncationRule = {
  version: 'truncation-v1',
  clauses: [large],
  pendingNewAtMost: large.newAtMost,
};

/** Captures of this program's own reader. The second clause is about a small part that is missing while nothing is new. */
export const truncationV2: TruncationRule = {
  version: 'truncation-v2',
  clauses: [large, { keptAtMost: 0.98, newAtMost: 0.003 }],
  pendingNewAtMost: large.newAtMost,
};

type Shares = Pick<CaptureComparison, 'kept5' | 'new5'>;

/** Whether the shares are those of a text that was cut off. */
export const seemsCutOff = ({ kept5, new5 }: Shares, { clauses }: TruncationRule): boolean =>
  clauses.some(({ keptAtMost, newAtMost }) => kept5 <= keptAtMost && new5 <= newAtMost);

/** The same while an earlier capture seems cut off: a text that lacks less is suspected as well. */
export const isStillCutOff = ({ kept5, new5 }: Shares, { pendingNewAtMost }: TruncationRule): boolean =>
  kept5 < sourceDrift.restoredFrom && new5 <= pendingNewAtMost;

/** A notice in place of a document keeps less of its runs of five words than this. */
export const keptByWall = 0.2;

/** Little of the earlier text is left, and most is new. */
export const seemsRewritten = ({ kept5, new5 }: Shares): boolean => kept5 < 0.3 && new5 > 0.5;
