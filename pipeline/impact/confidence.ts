/** Confidence by kind of evidence: constants, no model. */
export const confidence = {
  /** Both readings come from structured sources: chain, register, list. */
  structured: 1,
  structuredAndText: 0.95,
  anchoredText: 0.9,
  keywordText: 0.75,
  /** Only one reading, not confirmed yet. */
  singleCapture: 0.6,
  fuzzyName: 0.5,
  /** No rule matched. */
  fallback: 0.3,
} as const;

/** Confidence of sanctions matches by level: exact identifier (L1), resemblance (L2 to L4), link to a listed party (L5). */
export const matchConfidence = { L1: 1, L2: 0.75, L3: 0.5, L4: 0.3, L5: 0.9 } as const;
