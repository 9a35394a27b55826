import type { ListMatchValue } from '../../schemas/facts.ts';
import type { EvidenceGrade } from './evidence-grade.ts';

/** The instruments of a reserve in two complete reports. Classes are codes of `reserve_asset_classes`, null where none is stated. */
export type CollateralComparison =
  | (CollateralEvidence & CollateralDifference)
  /** Reference data of an instrument. `endsEarly`: trading now ends long before the maturity. */
  | { readonly comparison: 'collateral_reference'; readonly endsEarly: boolean }
  /** A sanctions list names an instrument of the reserve. New is null when the reserve no longer has the instrument. */
  | {
      readonly comparison: 'collateral_match';
      readonly old: ListMatchValue | null;
      readonly new: ListMatchValue | null;
    };

/** Grades of the two readings; the earlier one is null where one reading alone shows the fact. */
interface CollateralEvidence {
  readonly evidence: { readonly old: EvidenceGrade | null; readonly new: EvidenceGrade };
}

export type CollateralDifference =
  | {
      readonly comparison: 'collateral_member';
      /** Of the instrument that came or left. */
      readonly class: string | null;
      /** Of all instruments, in the earlier and the later report. */
      readonly before: readonly (string | null)[];
      readonly after: readonly (string | null)[];
    }
  | { readonly comparison: 'collateral_detail'; readonly old: string | null; readonly new: string | null }
  | { readonly comparison: 'collateral_rolled'; readonly class: string }
  | { readonly comparison: 'collateral_maturity'; readonly old: LongestBound; readonly new: LongestBound }
  | { readonly comparison: 'collateral_concentration'; readonly isAbove: boolean }
  | { readonly comparison: 'collateral_invalid' };

/** The longest remaining maturity against 93 days; `unclear`: it depends on how settlement is counted. */
export type LongestBound = 'within' | 'unclear' | 'beyond';
