import { fieldOfV1 } from '../fields-of-v1.ts';
import { defineRule } from '../../rule.ts';
import { all } from '../dimensions.ts';

const texts = {
  value: 'The source states the earlier value again within three days.',
  valueHolders: 'The source states what it stated before; in between it stated another value, or none.',
  words: 'The source uses the earlier words again within three days; the value was the same throughout.',
  wordsHolders: 'The source states the fact in the words of before; in between it stated the same in other words.',
};

/** A value that changed and returned within 72 hours is one collapsed change. */
export const disclosureReturned = defineRule({
  id: 'disclosure-returned',
  appliesTo: { comparison: 'disclosure_field' },
  claim: 'A value of a text, or its words, that come back within 72 hours are neutral, and the two changes are one.',
  texts,
  evaluate: ({ sense, field, kind }) =>
    sense === 'returned'
      ? {
          reason: kind === 'wording_changed' ? texts.words : texts.value,
          holders: kind === 'wording_changed' ? texts.wordsHolders : texts.valueHolders,
          dimensions: all('neutral', ...(fieldOfV1(field)?.dimensions ?? [])),
          disposition: 'collapsed',
          materiality: 'editorial',
          final: true,
        }
      : null,
});
