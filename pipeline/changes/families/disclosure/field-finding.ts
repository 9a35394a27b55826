import type { DisclosureField, FieldValue } from '../../../../schemas/fields/field.ts';
import type { ChangeKind, ExplanationKind } from '../../../../schemas/vocabulary.ts';
import type { DisclosureSense, Stage } from '../../../impact/facts.ts';
import type { Side } from '../../fact.ts';
import type { Finding } from '../../finding.ts';
import type { Wording } from '../../text/template.ts';
import { gradeOf } from './evidence.ts';
import { explainedFieldOf, explainField } from './text.ts';

/** What is found of a disclosed field. */
export interface FieldFound {
  readonly kind: ExplanationKind;
  readonly changeKind: ChangeKind;
  readonly stage: Stage;
  readonly sense: DisclosureSense;
  readonly comparable: boolean;
  /** Too weak to be told unasked although it compares. */
  readonly faint?: boolean;
  /** The values that are told: before and now. */
  readonly old: Side;
  readonly new: Side;
  /** The passages that are told; those of the two sides when absent. */
  readonly quotes?: { readonly prior: string | null; readonly now: string | null };
  readonly sourceKey: string;
  /** Of the observation that shows it, milliseconds. */
  readonly observedAt: number;
  readonly wasNotable: boolean;
  /** The capture is settled: what it lacks is gone from the source. */
  readonly removedBySource?: boolean;
}

/** Kinds of a change from one value to another. */
export function kindsOf(
  old: string | null,
  current: string | null,
): { readonly kind: ExplanationKind; readonly changeKind: ChangeKind } {
  if (old === null) return { kind: 'value_added', changeKind: 'added' };
  if (current === null) return { kind: 'value_removed', changeKind: 'removed' };
  return { kind: 'value_changed', changeKind: 'changed' };
}

/** The finding with its words; `reword` puts other words in their place. */
export function fieldFinding(
  field: DisclosureField,
  found: FieldFound,
  reword: (wording: Wording) => Wording = (wording) => wording,
): Finding {
  const { kind, changeKind, stage, sense, comparable, faint, sourceKey } = found;
  const values = { old: valueOf(found.old), new: sense === 'partial' ? null : valueOf(found.new) };
  const { wording, ...stated } = explainField(field, {
    kind,
    sense,
    stage,
    comparable,
    ...values,
    priorQuote: found.quotes === undefined ? found.old.quote : found.quotes.prior,
    quote: found.quotes === undefined ? found.new.quote : found.quotes.now,
    sourceKey,
    observedAt: found.observedAt,
    wasNotable: found.wasNotable,
    ...(found.removedBySource === true ? { removedBySource: true } : {}),
  });
  return {
    category: 'disclosure_field',
    kind,
    changeKind,
    stage,
    fieldGroup: field.group,
    comparable,
    ...(faint === true ? { faint } : {}),
    comparison: {
      comparison: 'disclosure_field',
      field: field.name,
      sense,
      ...values,
      evidence: { old: gradeOf(sourceKey, found.old), new: gradeOf(sourceKey, found.new) },
    },
    wording: reword(wording),
    field: explainedFieldOf(field),
    ...stated,
  };
}

/** A value as the fold keeps it: checked when it was accepted. */
const valueOf = ({ value }: Side): FieldValue => (value === null ? null : (JSON.parse(value) as FieldValue));
