import { fieldOfV1 } from '../fields-of-v1.ts';
import { defineRule } from '../../rule.ts';
import { all } from '../dimensions.ts';

const texts = {
  reason: 'The two readings differ only in spelling, punctuation, spacing or order.',
  holders: 'The fact is stated as before, in another spelling.',
};

/** The values are equal in loose form. */
export const disclosureSpelling = defineRule({
  id: 'disclosure-spelling',
  appliesTo: { comparison: 'disclosure_field' },
  claim: 'A difference in spelling, punctuation, spacing or order alone is editorial and neutral.',
  texts,
  evaluate: ({ sense, field }) =>
    sense === 'spelling'
      ? { ...texts, dimensions: all('neutral', ...(fieldOfV1(field)?.dimensions ?? [])), materiality: 'editorial' }
      : null,
});
