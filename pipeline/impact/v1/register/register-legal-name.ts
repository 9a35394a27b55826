import { defineRule } from '../../rule.ts';
import { isBlank, isNamedFormerly } from '../comparators.ts';
import { all } from '../dimensions.ts';

const texts = {
  replaced: 'The register states another legal name on the same row.',
  replacedHolders: 'By the register, the entity behind the row has another name.',
  renamed: 'The earlier name is stated as a previous legal name of the same entity.',
  renamedHolders: 'By the register and its LEI record, the same entity has another name.',
};

export const registerLegalName = defineRule({
  id: 'register-legal-name',
  appliesTo: { comparison: 'register_column', meanings: ['legal_name'] },
  claim:
    'Another legal name on the same row is mixed for legal standing, and neutral where the LEI record of the entity states the earlier one as a previous name.',
  texts,
  evaluate: (facts) => {
    if (isBlank(facts.old) || isBlank(facts.new)) return null;
    return isNamedFormerly(facts.old, facts.new)
      ? { dimensions: all('neutral', 'legal_standing'), reason: texts.renamed, holders: texts.renamedHolders }
      : { dimensions: all('mixed', 'legal_standing'), reason: texts.replaced, holders: texts.replacedHolders };
  },
});
