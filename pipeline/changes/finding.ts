import type { ExplainedField, StatedValue } from '../../schemas/generated/records.ts';
import type { Category, ChangeKind, ExplanationKind, FieldGroup } from '../../schemas/vocabulary.ts';
import type { Comparison, Stage } from '../impact/facts.ts';
import type { Wording } from './text/template.ts';

/** What a family found when it compared two readings, in words and as facts for the rules. */
export interface Finding {
  readonly category: Category;
  readonly kind: ExplanationKind;
  readonly changeKind: ChangeKind;
  readonly stage: Stage;
  /** Of disclosed fields. */
  readonly fieldGroup?: FieldGroup;
  /** Both readings were made in the same way. */
  readonly comparable: boolean;
  /** Too weak to be told unasked although it compares. */
  readonly faint?: boolean;
  readonly comparison: Comparison;
  readonly wording: Wording;
  readonly field: ExplainedField;
  /** The value before, in words; null when there was none. */
  readonly before: string | null;
  readonly after: string | null;
  readonly previous: StatedValue;
  readonly current: StatedValue;
}

/** What becomes of a new value. */
export type Decision =
  /** Accepted, nothing to tell. An open draft stays open. */
  | { readonly decision: 'accept' }
  /** Accepted, and a change of its own. A finding that is a draft stays open for revisions. */
  | { readonly decision: 'change'; readonly finding: Finding }
  /** Accepted, and the next revision of the open draft. */
  | { readonly decision: 'revision'; readonly finding: Finding };

export const accept: Decision = { decision: 'accept' };
export const change = (finding: Finding): Decision => ({ decision: 'change', finding });
export const revision = (finding: Finding): Decision => ({ decision: 'revision', finding });

/** What a family gets to see beside the new value. */
export interface Circumstances<V> {
  /** The accepted value; undefined when the fact was never read. */
  readonly old: V | null | undefined;
  /** Open draft, with the value that was accepted before it. */
  readonly draft: { readonly kind: ExplanationKind; readonly old: V | null | undefined } | null;
  /** Both readings were made in the same way. */
  readonly sameLineage: boolean;
  readonly field: string;
  /** When the new value was seen, milliseconds. */
  readonly observedAt: number;
}
