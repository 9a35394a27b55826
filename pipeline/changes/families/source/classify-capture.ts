import type { CaptureComparison, SourceCaptureValue } from '../../../../schemas/facts.ts';
import { sourceDrift } from './parameters.ts';

/** What a capture is, beside the last one that was not in doubt. */
export type CaptureClass =
  /** The same words and links. */
  | 'nothing'
  /** Only numbers, dates, case or punctuation differ. */
  | 'editorial'
  | 'revision'
  /** Much is gone and nothing came. */
  | 'suspect_truncation'
  | 'source_rewritten'
  /** The capture does not say how it compares with that one. */
  | 'uncompared';

export interface ClassifiedCapture {
  readonly class: CaptureClass;
  readonly comparison: CaptureComparison | null;
  /** Whether it is the same document; null when that is not known. */
  readonly isSimilar: boolean | null;
}

/**
 * Compares a capture with an earlier one by the measures it carries (domain 7.1). While a truncation is open (`inDoubt`),
 * only a text that is whole again is believed.
 */
export function classifyCapture(
  good: SourceCaptureValue,
  current: SourceCaptureValue,
  inDoubt = false,
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
  return { class: classOf(comparison, { sameLinks, sameMasked, inDoubt }), comparison, isSimilar };
}

function classOf(
  { kept5, new5 }: CaptureComparison,
  {
    sameLinks,
    sameMasked,
    inDoubt,
  }: { readonly sameLinks: boolean; readonly sameMasked: boolean; readonly inDoubt: boolean },
): CaptureClass {
  const { truncated, rewritten } = sourceDrift;
  const isCutOff = inDoubt ? kept5 < truncated.restoredFrom : kept5 <= truncated.keptAtMost;
  if (isCutOff && new5 <= truncated.newAtMost) return 'suspect_truncation';
  if (kept5 === 1 && new5 === 0 && sameLinks) return 'nothing';
  if (sameMasked) return 'editorial';
  return kept5 < rewritten.keptBelow && new5 > rewritten.newAbove ? 'source_rewritten' : 'revision';
}

/** Whether two captures say the same, numbers and dates aside. */
export const sameContent = (left: SourceCaptureValue, right: SourceCaptureValue): boolean =>
  left.maskedHash === right.maskedHash && left.linksHash === right.linksHash;

/** Whether a doubtful capture bears another one out. */
export function agrees(textHash: string, { textHash: own, comparisons }: SourceCaptureValue): boolean {
  if (own === textHash) return true;
  const { restoredFrom } = sourceDrift.truncated;
  const comparison = comparisons.find(({ against }) => against === textHash);
  return comparison !== undefined && comparison.kept5 >= restoredFrom && comparison.new5 <= 1 - restoredFrom;
}
