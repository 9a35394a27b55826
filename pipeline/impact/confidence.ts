/** Confidence is a constant of the kind of evidence, never a model. */
export const confidence = {
  /** Both readings come from structured sources: chain, register, list. */
  structured: 1,
  structuredAndText: 0.95,
  anchoredText: 0.9,
  keywordText: 0.75,
  /** One reading only, not confirmed yet. */
  singleCapture: 0.6,
  fuzzyName: 0.5,
  /** No rule matched. */
  fallback: 0.3,
} as const;

/** Sanctions matches, by what they rest on. */
export const matchConfidence = { L1: 1, L2: 0.75, L3: 0.5, L4: 0.3, L5: 0.9 } as const;
