import { defineRule } from '../../rule.ts';
import { isBlank } from '../comparators.ts';
import { all } from '../dimensions.ts';

const texts = {
  replaced: 'The register states another authority, home state or kind of authorisation.',
  replacedHolders: 'By the register, the authorisation of the entity rests on other facts than before.',
};

export const registerSupervision = defineRule({
  id: 'register-supervision',
  appliesTo: { comparison: 'register_column', meanings: ['authority', 'country', 'authorisation_kind'] },
  claim: 'Another authority, home state or kind of authorisation is mixed for legal standing.',
  texts,
  evaluate: (facts) =>
    isBlank(facts.old) || isBlank(facts.new) || facts.new?.matchedBy === 'party'
      ? null
      : { dimensions: all('mixed', 'legal_standing'), reason: texts.replaced, holders: texts.replacedHolders },
});
