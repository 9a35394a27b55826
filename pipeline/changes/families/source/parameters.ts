/** The thresholds of source drift; docs/decisions/0017-source-drift.md says where they come from. */
const hour = 3_600_000;

/** Shares are of shingles of five words. Other numbers need another version: emitted changes depend on these. */
export const sourceDrift = {
  version: 'truncation-v1',
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
  /** Much is missing and little is new: the capture looks truncated, until one retains `restoredFrom` again. */
  truncated: { keptAtMost: 0.9, newAtMost: 0.03, restoredFrom: 0.99 },
  /** Suspect captures are accepted when `captures` of them over at least `overMs` agree. */
  settled: { captures: 3, overMs: 72 * hour },
  /** A difference that disappears within this time revises its change instead of raising a new one. */
  returnedWithinMs: 72 * hour,
} as const;
