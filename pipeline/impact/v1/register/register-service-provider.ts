import { defineRule } from '../../rule.ts';
import { isBlank } from '../comparators.ts';
import { all } from '../dimensions.ts';

const texts = {
  replaced: 'The register names another service provider beside the entity, or names it otherwise.',
  replacedHolders:
    'By the register, the white paper is tied to another trading platform, or to one that is named otherwise.',
};

export const registerServiceProvider = defineRule({
  id: 'register-service-provider',
  appliesTo: { comparison: 'register_column', meanings: ['service_provider'] },
  claim: 'Another service provider named beside the entity is neutral for legal standing.',
  texts,
  evaluate: (facts) =>
    isBlank(facts.old) || isBlank(facts.new)
      ? null
      : { dimensions: all('neutral', 'legal_standing'), reason: texts.replaced, holders: texts.replacedHolders },
});
