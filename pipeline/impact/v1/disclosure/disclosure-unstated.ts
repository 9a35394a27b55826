import { fieldOfV1 } from '../fields-of-v1.ts';
import { defineRule } from '../../rule.ts';
import { all } from '../dimensions.ts';
import { forEverySubject, withSubject } from './holder-texts.ts';
import { passes } from './values/value-test.ts';

const reasons = {
  protective: 'The source no longer states the fact; the value it stated before was one that protects holders.',
  relied: 'The source no longer states the fact; holders rely on whom it named.',
  plain: 'The source no longer states the fact; whether it still holds is not known.',
};

const holders = 'A holder can no longer read in the source {subject}.';

/** Fields that name parties whom holders rely on: their removal weakens, independent of the value. */
const relied: readonly string[] = ['reserve_custodians', 'complaints_contact', 'external_auditor'];

/** The field goes from disclosed to not disclosed. The end of an adverse statement is never an improvement. */
export const disclosureUnstated = defineRule({
  id: 'disclosure-unstated',
  appliesTo: { comparison: 'disclosure_field' },
  claim:
    'A fact that is not disclosed any more weakens transparency; what it bears on is weakened when the value protected holders or named whom they rely on, and neutral otherwise.',
  texts: { ...reasons, ...forEverySubject('holders', holders) },
  parameters: { relied },
  evaluate: ({ sense, field: name, old, new: current }) => {
    const field = fieldOfV1(name);
    if (sense !== 'value' || field === undefined || old === null || current !== null) return null;
    const isProtective = field.protective !== null && passes(field, field.protective, old);
    const kind = relied.includes(name) ? 'relied' : isProtective ? 'protective' : 'plain';
    return {
      dimensions: [
        ...all('weakens', 'transparency'),
        ...all(kind === 'plain' ? 'neutral' : 'weakens', ...field.dimensions),
      ],
      materiality: 'material',
      reason: reasons[kind],
      holders: withSubject(holders, name),
    };
  },
});
