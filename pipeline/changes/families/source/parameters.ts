/** The thresholds of source drift; docs/decisions/0017-source-drift.md says where they come from. */
const hour = 3_600_000;

/** When a capture looks like an earlier one that was cut off. Shares are of shingles of five words. */
export interface TruncationRule {
  readonly version: string;
  /** The capture looks cut off where one of them holds: little of the earlier text is kept, and hardly anything is new. */
  readonly clauses: readonly { readonly keptAtMost: number; readonly newAtMost: number }[];
  /** While a truncation is suspected, a text that keeps less than `restoredFrom` and adds no more than this is one, too. */
  readonly inDoubtNewAtMost: number;
}

const large = { keptAtMost: 0.9, newAtMost: 0.03 } as const;

/** Captures that are imported: changes that were emitted depend on it. */
export const truncationV1: TruncationRule = {
  version: 'truncation-v1',
  clauses: [large],
  inDoubtNewAtMost: large.newAtMost,
};

/** Captures of this program's own reader. The second clause is about a small part that is missing while nothing is new. */
export const truncationV2: TruncationRule = {
  version: 'truncation-v2',
  clauses: [large, { keptAtMost: 0.98, newAtMost: 0.003 }],
  inDoubtNewAtMost: large.newAtMost,
};

/** Shares are of shingles of five words. Other numbers need another version: emitted changes depend on these. */
export const sourceDrift = {
  /** A source counts as unreachable after `checks` failed checks in a row over at least `overMs`. */
  unreachable: {
    gone: { checks: 3, overMs: 24 * hour },
    any: { checks: 6, overMs: 72 * hour },
  },
  /** A text that retains this share of the earlier one is the same document. */
  similarFrom: 0.9,
  /** A move to another site is confirmed by a second capture, at least this much later. */
  moved: { apartMs: 6 * hour },
  /** Little is left and most is new: accepted when another capture, at least `apartMs` later, shows it too. */
  rewritten: { keptBelow: 0.3, newAbove: 0.5, apartMs: 6 * hour },
  /** A suspected truncation ends with a text that retains this share again. */
  truncated: { restoredFrom: 0.99 },
  /** Suspect captures are accepted when `captures` of them over at least `overMs` agree. */
  settled: { captures: 3, overMs: 72 * hour },
  /** A difference that disappears within this time revises its change instead of raising a new one. */
  returnedWithinMs: 72 * hour,
} as const;
