/** The numbers of source drift, in one table; docs/decisions/0017-source-drift.md says where they come from. */
const hour = 3_600_000;

/**
 * Shares are of shingles of five words (domain 7.1). Other numbers are another version: changes that were told rest on
 * these.
 */
export const sourceDrift = {
  version: 'truncation-v1',
  /** A source that cannot be read: so many checks in a row, from the first to the last at least so long. */
  unreachable: {
    gone: { checks: 3, overMs: 24 * hour },
    any: { checks: 6, overMs: 72 * hour },
  },
  /** A text that keeps this share of the earlier one is the same document. */
  similarFrom: 0.9,
  /** A move to another site is established by a second capture, so much later. */
  moved: { apartMs: 6 * hour },
  /** Hardly anything is left and most is new: believed when another capture, so much later, says so too. */
  rewritten: { keptBelow: 0.3, newAbove: 0.5, apartMs: 6 * hour },
  /** Much is gone and nothing came: a capture that looks cut off, until one keeps `restoredFrom` again. */
  truncated: { keptAtMost: 0.9, newAtMost: 0.03, restoredFrom: 0.99 },
  /** Doubtful captures that agree: so many, over so long, are what the document states. */
  settled: { captures: 3, overMs: 72 * hour },
  /** A difference that is gone again within this time is no news. */
  returnedWithinMs: 72 * hour,
} as const;
