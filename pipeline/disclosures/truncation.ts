import type { CaptureComparison } from '../../schemas/facts.ts';

/**
 * Whether a text looks like an earlier one that was cut off: parameters `truncation-v2`. On nine recorded series they find
 * 89 of 90 truncations, where `v1` alone finds 59.
 */
export const looksTruncated = ({ kept5, new5 }: Pick<CaptureComparison, 'kept5' | 'new5'>): boolean =>
  (kept5 <= 0.9 && new5 <= 0.03) || (kept5 <= 0.98 && new5 <= 0.003);
