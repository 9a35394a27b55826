import type { ExplainedField, StatedValue } from '../../schemas/generated/records.ts';
import type { Category, ChangeKind, ExplanationKind, FieldGroup } from '../../schemas/vocabulary.ts';
import type { Comparison, Stage, Withdrawal } from '../impact/facts.ts';
import type { Side } from './side.ts';
import type { Wording } from '../text/template.ts';

/** The result of comparing two readings: texts for people and facts for the rules. */
export interface Finding {
  readonly category: Category;
  readonly kind: ExplanationKind;
  readonly changeKind: ChangeKind;
  readonly stage: Stage;
  /** Absent for what a later reading withdrew, and for what is not withdrawn. */
  readonly withdrawnBy?: Withdrawal;
  /** Only for disclosed fields. */
  readonly fieldGroup?: FieldGroup;
  /** Both readings have the same extractor and version. */
  readonly comparable: boolean;
  /** Comparable, but too weak to notify. */
  readonly faint?: boolean;
  readonly comparison: Comparison;
  readonly wording: Wording;
  readonly field: ExplainedField;
  /** The value before, as text; null when there was none. */
  readonly before: string | null;
  readonly after: string | null;
  readonly previous: StatedValue;
  readonly current: StatedValue;
}

/** What `detect` does with a new value. */
export type Decision =
  /** Accepted without a change. An open draft stays open. */
  | { readonly decision: 'accept' }
  /** Accepted with a new change. If its stage is `draft`, later readings can revise it. */
  | {
      readonly decision: 'change';
      readonly finding: Finding;
      /** The reading that the value is compared with, where it is not the last one. */
      readonly since?: Side;
    }
  /** Accepted with the next revision of the open draft. */
  | { readonly decision: 'revision'; readonly finding: Finding };

export const accept: Decision = { decision: 'accept' };
export const change = (finding: Finding): Decision => ({ decision: 'change', finding });
export const revision = (finding: Finding): Decision => ({ decision: 'revision', finding });

/** The state of a fact when a family compares a new value with it. */
export interface Circumstances<V> {
  /** The accepted value; undefined when the fact was never read. */
  readonly old: V | null | undefined;
  /** Open draft, with the value that was accepted before it. */
  readonly draft: { readonly kind: ExplanationKind; readonly old: V | null | undefined } | null;
  /** Both readings have the same extractor and version. */
  readonly sameLineage: boolean;
  readonly field: string;
  /** When the new value was seen, milliseconds. */
  readonly observedAt: number;
}
