import type { FieldValue } from '../../../../../schemas/fields/field.ts';
import type { ChangeKind, ExplanationKind } from '../../../../../schemas/vocabulary.ts';
import type { DisclosureSense, Stage } from '../../../../impact/facts.ts';
import type { EvidenceGrade } from '../../../../impact/evidence-grade.ts';
import type { Side } from '../../../fact.ts';
import { gradeOf } from '../../../evidence-grade.ts';
import { statedValue } from '../../../../documents/fields/known-values.ts';

/** The difference between two readings of a disclosed field. */
export interface FieldFinding {
  readonly kind: ExplanationKind;
  readonly changeKind: ChangeKind;
  readonly stage: Stage;
  readonly sense: DisclosureSense;
  /** False: made from other text or by another extractor. */
  readonly comparable: boolean;
  /** Comparable, but too weak to notify. */
  readonly faint?: boolean;
  /** Null: not disclosed. */
  readonly old: FieldValue;
  /** Null also for a partial reading. */
  readonly new: FieldValue;
  readonly priorQuote: string | null;
  readonly quote: string | null;
  readonly evidence: { readonly old: EvidenceGrade; readonly new: EvidenceGrade };
  readonly sourceKey: string;
  /** Time of the new reading, milliseconds. */
  readonly observedAt: number;
  /** The change was notified, so the headline must state its withdrawal. */
  readonly wasNotable: boolean;
  /** Several captures agree: the source removed the value, the capture is not truncated. */
  readonly removedBySource?: boolean;
}

/** What the caller decides about a finding; the other members follow from the two readings. */
export type FindingParts = Pick<
  FieldFinding,
  'kind' | 'changeKind' | 'stage' | 'sense' | 'comparable' | 'faint' | 'removedBySource'
> &
  Partial<Pick<FieldFinding, 'priorQuote' | 'quote' | 'wasNotable'>>;

/** The finding between two readings; their passages are quoted unless `parts` states others. */
export function fieldFinding(
  old: Side,
  current: Side,
  { sourceKey, observedAt }: Pick<FieldFinding, 'sourceKey' | 'observedAt'>,
  parts: FindingParts,
): FieldFinding {
  const { kind, changeKind, stage, sense, comparable, faint = false, removedBySource = false } = parts;
  const { priorQuote = old.quote, quote = current.quote, wasNotable = false } = parts;
  // Written out: V8 builds a literal many times faster than a spread with further members.
  return {
    kind,
    changeKind,
    stage,
    sense,
    comparable,
    faint,
    old: statedValue(old.value),
    new: sense === 'partial' ? null : statedValue(current.value),
    priorQuote,
    quote,
    evidence: { old: gradeOf(sourceKey, old), new: gradeOf(sourceKey, current) },
    sourceKey,
    observedAt,
    wasNotable,
    removedBySource,
  };
}

/** Kinds of a change from one value to another. */
export function kindsOf(old: string | null, current: string | null): Pick<FieldFinding, 'kind' | 'changeKind'> {
  if (old === null) return { kind: 'value_added', changeKind: 'added' };
  if (current === null) return { kind: 'value_removed', changeKind: 'removed' };
  return { kind: 'value_changed', changeKind: 'changed' };
}
