import { defineRule } from '../rule.ts';
import { isBlank } from './comparators.ts';
import { all } from './dimensions.ts';

const texts = {
  replaced: 'The register states another legal name on the same row.',
  replacedHolders: 'By the register, the entity behind the row has another name.',
};

export const registerLegalName = defineRule({
  id: 'register-legal-name',
  appliesTo: { comparison: 'register_column', meanings: ['legal_name'] },
  claim: 'Another legal name on the same row is mixed for legal standing.',
  texts,
  evaluate: (facts) =>
    isBlank(facts.old) || isBlank(facts.new)
      ? null
      : { dimensions: all('mixed', 'legal_standing'), reason: texts.replaced, holders: texts.replacedHolders },
});
