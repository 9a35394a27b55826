import { fieldOfV1 } from '../fields-of-v1.ts';
import type { DisclosureField, FieldValue } from '../../../../schemas/fields/field.ts';
import type { Direction } from '../../../../schemas/vocabulary.ts';
import { defineRule } from '../../rule.ts';
import { all } from '../dimensions.ts';
import { forEverySubject, withSubject } from './holder-texts.ts';
import { passes } from './values/value-test.ts';

const reasons = {
  protective: 'The source states the fact where it did not before; the value is one that protects holders.',
  adverse: 'The source states the fact where it did not before; the value is one that is adverse to holders.',
  plain: 'The source states the fact where it did not before.',
};

const holders = 'A holder can read in the source {subject}.';

/** The field goes from not disclosed to disclosed. */
export const disclosureStated = defineRule({
  id: 'disclosure-stated',
  appliesTo: { comparison: 'disclosure_field' },
  claim:
    'A fact that is disclosed for the first time strengthens transparency; what it bears on is strengthened by a protective value, weakened by an adverse one, and neutral otherwise.',
  texts: { ...reasons, ...forEverySubject('holders', holders) },
  evaluate: ({ sense, field: name, old, new: current }) => {
    const field = fieldOfV1(name);
    if (sense !== 'value' || field === undefined || old !== null || current === null) return null;
    const kind = kindOf(field, current);
    return {
      dimensions: [...all('strengthens', 'transparency'), ...all(directions[kind], ...field.dimensions)],
      materiality: 'material',
      reason: reasons[kind],
      holders: withSubject(holders, name),
    };
  },
});

const directions: Readonly<Record<keyof typeof reasons, Direction>> = {
  protective: 'strengthens',
  adverse: 'weakens',
  plain: 'neutral',
};

/** A set can name protective and adverse codes: then the adverse ones decide. */
function kindOf(field: DisclosureField, value: FieldValue): keyof typeof reasons {
  if (field.adverse !== null && passes(field, field.adverse, value)) return 'adverse';
  return field.protective !== null && passes(field, field.protective, value) ? 'protective' : 'plain';
}
