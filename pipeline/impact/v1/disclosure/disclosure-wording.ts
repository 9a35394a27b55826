import { fieldOfV1 } from '../fields-of-v1.ts';
import { defineRule } from '../../rule.ts';
import { all } from '../dimensions.ts';

const texts = {
  reason: 'The words of the source differ; the value that is read from them is the same.',
  holders: 'The fact is stated as before, in other words.',
};

/** The same typed value in another passage. */
export const disclosureWording = defineRule({
  id: 'disclosure-wording',
  appliesTo: { comparison: 'disclosure_field' },
  claim: 'Other words for the same value are a clarification and neutral.',
  texts,
  evaluate: ({ sense, field }) =>
    sense === 'wording'
      ? { ...texts, dimensions: all('neutral', ...(fieldOfV1(field)?.dimensions ?? [])), materiality: 'clarification' }
      : null,
});
