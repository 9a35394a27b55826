import type { DisclosureField, FieldValue } from '../../../../schemas/fields/field.ts';
import type { disclosureTexts } from './templates.ts';
import { formatValue } from './value-text.ts';
import type { ToldOfField } from './told-of-field.ts';

export type WordingName = keyof typeof disclosureTexts;

/** Which words fit what is told; `difference` is empty when the value has one part. */
export function wordingOf(field: DisclosureField, told: ToldOfField, difference: string): WordingName {
  const { stage, sense, kind, old, new: current } = told;
  if (stage === 'superseded') {
    if (current === null) return 'withdrawnRemoved';
    return old === null ? 'withdrawnAdded' : 'withdrawn';
  }
  switch (sense) {
    case 'value':
      if (kind === 'wording_changed') return 'namedOtherwise';
      return told.comparable === false ? 'uncomparable' : valueWording(field, told, difference);
    case 'reread':
      return current === null ? 'rereadGone' : 'reread';
    case 'returned':
      if (kind === 'wording_changed') return 'returnedWording';
      if (current === null) return 'returnedToNone';
      return old === null ? 'returnedAfterGap' : 'returned';
    case 'spelling':
      return formatValue(field, old) === formatValue(field, current) ? 'spelling' : 'spellingOfValue';
    default:
      return sense;
  }
}

function valueWording(field: DisclosureField, { old, new: current }: ToldOfField, difference: string): WordingName {
  const isScheme = field.rule.type === 'bool';
  if (current === null) return isScheme ? 'schemeUnknown' : 'removed';
  if (old === null) {
    if (!isScheme) return 'added';
    return current['present'] === true ? 'schemeNamed' : 'schemeDenied';
  }
  if (difference === '') return changedWording(field, old, current);
  return field.rule.type === 'document' ? 'particulars' : 'parts';
}

function changedWording(
  { rule }: DisclosureField,
  old: NonNullable<FieldValue>,
  current: NonNullable<FieldValue>,
): WordingName {
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
