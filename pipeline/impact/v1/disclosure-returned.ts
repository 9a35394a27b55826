import { fieldOf } from '../../../schemas/fields/catalogue.ts';
import { defineRule } from '../rule.ts';
import { all } from './dimensions.ts';

const texts = {
  reason: 'The source states the earlier value again within three days.',
  holders: 'The source states what it stated before; in between it stated another value.',
};

/** A value that went and came back within 72 hours is told as one story, folded up. */
export const disclosureReturned = defineRule({
  id: 'disclosure-returned',
  appliesTo: { comparison: 'disclosure_field' },
  claim: 'A value of a text that comes back within 72 hours is neutral, and the two changes are one.',
  texts,
  evaluate: ({ sense, field }) =>
    sense === 'returned'
      ? {
          ...texts,
          dimensions: all('neutral', ...(fieldOf(field)?.dimensions ?? [])),
          disposition: 'collapsed',
          materiality: 'editorial',
          final: true,
        }
      : null,
});
