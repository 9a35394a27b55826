import type { DisclosureField, FieldValue } from '../../../../../schemas/fields/field.ts';
import type { disclosureTexts } from './templates.ts';
import { valueInSentence } from '../../../../documents/fields/value-text.ts';
import type { FieldFinding } from '../field/field-finding.ts';

export type TemplateName = keyof typeof disclosureTexts;

/** The template that fits a finding; `difference` is empty for a value of one part. */
export function templateOf(field: DisclosureField, finding: FieldFinding, difference: string): TemplateName {
  const { stage, sense, kind, old, new: current } = finding;
  if (stage === 'superseded') {
    if (current === null) return 'withdrawnRemoved';
    return old === null ? 'withdrawnAdded' : 'withdrawn';
  }
  switch (sense) {
    case 'value':
      if (kind === 'wording_changed') return 'namedOtherwise';
      return !finding.comparable ? 'uncomparable' : valueTemplate(field, finding, difference);
    case 'reread':
      return current === null ? 'rereadGone' : 'reread';
    case 'returned':
      if (kind === 'wording_changed') return 'returnedWording';
      if (current === null) return 'returnedToNone';
      return old === null ? 'returnedAfterGap' : 'returned';
    case 'spelling':
      return valueInSentence(field, old) === valueInSentence(field, current) ? 'spelling' : 'spellingOfValue';
    default:
      return sense;
  }
}

function valueTemplate(field: DisclosureField, { old, new: current }: FieldFinding, difference: string): TemplateName {
  const isScheme = field.rule.type === 'bool';
  if (current === null) return isScheme ? 'schemeUnknown' : 'removed';
  if (old === null) {
    if (!isScheme) return 'added';
    return current['present'] === true ? 'schemeNamed' : 'schemeDenied';
  }
  if (difference === '') return changedTemplate(field, old, current);
  return field.rule.type === 'document' ? 'particulars' : 'parts';
}

function changedTemplate(
  { rule }: DisclosureField,
  old: NonNullable<FieldValue>,
  current: NonNullable<FieldValue>,
): TemplateName {
  switch (rule.type) {
    case 'lower':
    case 'higher':
    case 'date':
      return 'went';
    case 'identity':
      return rule.of === 'contact' ? 'changed' : 'replaced';
    case 'bool':
      if (old['present'] === current['present']) return 'schemeRenamed';
      return current['present'] === true ? 'schemeBegins' : 'schemeEnds';
    default:
      return 'changed';
  }
}
