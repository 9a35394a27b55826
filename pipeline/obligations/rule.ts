/** What an obligation is, as data: when it counts, what evidences it, when evidence is due. */
import type { Regime, Term } from '../../schemas/vocabulary.ts';

type Member = 'bps' | 'days' | 'percent';

/** Test of the value of a disclosed field. A stated value that does not pass it states the opposite. */
export type FieldTest = Readonly<{ field: string }> &
  (
    | { readonly test: 'code'; readonly codes: readonly string[] }
    /** Every member of a set is one of the codes. */
    | { readonly test: 'within'; readonly codes: readonly string[] }
    /** A member of a value, a decimal as text. A business day counts as it is. */
    | { readonly test: 'atLeast'; readonly member: Member; readonly limit: number }
    /** `unclearUpTo`: values above the limit up to this one are not judged. */
    | { readonly test: 'atMost'; readonly member: Member; readonly limit: number; readonly unclearUpTo?: number }
    /** Stated at all, and not empty. */
    | { readonly test: 'stated' }
  );

/** What evidences an obligation. */
export type Evidence =
  /** Every one of these fields, in any source. */
  | { readonly of: 'fields'; readonly fields: readonly FieldTest[] }
  /** A row about the token in a register, with an authorisation that has not ended. */
  | {
      readonly of: 'row';
      readonly register: string;
      /** Kinds of authorisation, in lower case; absent: any. */
      readonly kinds?: readonly string[];
    }
  /** Every one of these fields is stated, and `notified` did not change: nothing reads when a change was published. */
  | { readonly of: 'policy'; readonly fields: readonly string[]; readonly notified: string }
  /** The document that the row in a register links to was read, as one of these classes. */
  | {
      readonly of: 'document';
      readonly register: string;
      readonly classes: readonly Term<'documentClass'>[];
      /** Of papers notified on this day or later; their evidence is due so many days after that. Absent: of all papers. */
      readonly notified?: { readonly from: string; readonly graceDays: number };
    }
  /** A dated reserve report; `with`: what it states besides. */
  | { readonly of: 'report'; readonly with: readonly ('tokens' | 'reserves' | 'classes' | 'auditor')[] }
  /** Share of deposits in the newest report, in 0.01 %. */
  | { readonly of: 'deposits'; readonly least: number; readonly leastSignificant: number }
  /** Power over holders that the chain shows. */
  | { readonly of: 'freeze' }
  /** Proofs show control of every authority that the chain states. */
  | { readonly of: 'proofs' }
  /** The issuer's LEI is issued. */
  | { readonly of: 'lei' }
  /** A check of sources against each other agrees. */
  | { readonly of: 'check'; readonly check: string };

export interface Obligation {
  /** `schemas/obligations.ts` has its citation. */
  readonly id: string;
  /** Null: of every regime. */
  readonly regime: Regime | null;
  /** What the issuer evidences, in a few words that begin a sentence. */
  readonly title: string;
  /** First day on which it counts, and the day after the last one; null where it has no end. */
  readonly effectiveFrom: string;
  /** It counts earlier, from so many days after the final rules of its regime were issued; an operator declares that day. */
  readonly orAfterFinalRules?: number;
  readonly effectiveTo: string | null;
  /** Null: no source of this registry can show it; `unread` names the missing source or rule. */
  readonly evidence: Evidence | null;
  readonly unread?: string;
  /** Kinds of declared sources that could show it; empty: a register or the chain. */
  readonly sources: readonly Term<'sourceKind'>[];
  /** Calendar months of a period, and days after its end until the evidence is due; null: due on revision or on change. */
  readonly period: { readonly months: 1 | 6; readonly graceDays: number } | null;
  /** No data was there to try it on. */
  readonly isUntested?: true;
}
