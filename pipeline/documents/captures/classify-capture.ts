import type { CaptureComparison, SourceCaptureValue } from '../../../schemas/facts.ts';
import { reader } from '../../../schemas/values/reading.ts';
import {
  isStillCutOff,
  seemsCutOff,
  seemsRewritten,
  sourceDrift,
  type TruncationRule,
  truncationV1,
  truncationV2,
} from './accepted-text.ts';

/** How a capture differs from the last accepted one. */
export type CaptureClass =
  /** The same words and links. */
  | 'nothing'
  /** Only numbers, dates, case or punctuation differ. */
  | 'editorial'
  | 'revision'
  /** A large part is missing and nothing was added. */
  | 'suspect_truncation'
  | 'source_rewritten'
  /** The capture has no comparison with that one. */
  | 'uncompared';

export interface ClassifiedCapture {
  readonly class: CaptureClass;
  readonly comparison: CaptureComparison | null;
  /** Whether it is the same document; null if unknown. */
  readonly isSimilar: boolean | null;
}

/** The rule for captures of an extractor: those that were imported are classed as they were before. */
export const truncationRuleOf = (extractor: string): TruncationRule =>
  extractor === reader.name ? truncationV2 : truncationV1;

/**
 * Compares a capture with an earlier one by the measures it carries. While a truncation is suspected (`isPending`), only a
 * text that is complete again ends the suspicion.
 */
export function classifyCapture(
  good: SourceCaptureValue,
  current: SourceCaptureValue,
  truncation: TruncationRule,
  isPending = false,
): ClassifiedCapture {
  const sameLinks = good.linksHash === current.linksHash;
  const comparison = current.comparisons.find(({ against }) => against === good.textHash) ?? null;
  if (good.textHash === current.textHash) {
    return { class: sameLinks ? 'nothing' : 'revision', comparison, isSimilar: true };
  }
  const sameMasked = sameLinks && good.maskedHash === current.maskedHash;
  if (comparison === null) {
    return { class: sameMasked ? 'editorial' : 'uncompared', comparison, isSimilar: sameMasked ? true : null };
  }
  const isSimilar = sameMasked || comparison.kept5 >= sourceDrift.similarFrom;
  return { class: classOf(comparison, { sameLinks, sameMasked, isPending, truncation }), comparison, isSimilar };
}

interface Likeness {
  readonly sameLinks: boolean;
  readonly sameMasked: boolean;
  readonly isPending: boolean;
  readonly truncation: TruncationRule;
}

function classOf(comparison: CaptureComparison, likeness: Likeness): CaptureClass {
  const { kept5, new5 } = comparison;
  const { sameLinks, sameMasked, isPending, truncation } = likeness;
  const isCutOff = isPending ? isStillCutOff(comparison, truncation) : seemsCutOff(comparison, truncation);
  if (isCutOff) return 'suspect_truncation';
  if (kept5 === 1 && new5 === 0 && sameLinks) return 'nothing';
  if (sameMasked) return 'editorial';
  return seemsRewritten(comparison) ? 'source_rewritten' : 'revision';
}

/** Whether two captures have the same text and links, apart from numbers and dates. */
export const sameContent = (left: SourceCaptureValue, right: SourceCaptureValue): boolean =>
  left.maskedHash === right.maskedHash && left.linksHash === right.linksHash;

/** Whether a suspect capture confirms an earlier suspect one. */
export function agrees(textHash: string, { textHash: own, comparisons }: SourceCaptureValue): boolean {
  if (own === textHash) return true;
  const { restoredFrom } = sourceDrift;
  const comparison = comparisons.find(({ against }) => against === textHash);
  return comparison !== undefined && comparison.kept5 >= restoredFrom && comparison.new5 <= 1 - restoredFrom;
}
