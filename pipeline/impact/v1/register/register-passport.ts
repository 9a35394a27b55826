import { defineRule } from '../../rule.ts';
import { isBlank, setDelta } from '../comparators.ts';
import { all } from '../dimensions.ts';

const texts = {
  fewer: 'The register names fewer countries, or others, in which the entity is active.',
  fewerHolders: 'The register no longer names every country that it named before.',
  first: 'The register names countries in which the entity is active, which it did not do before.',
  firstHolders: 'The register names the countries in which the entity is active; it named none before.',
  more: 'The register names more countries in which the entity is active, and still those named before.',
  moreHolders: 'The register names further countries and still those it named before.',
};

export const registerPassport = defineRule({
  id: 'register-passport',
  appliesTo: { comparison: 'register_column', meanings: ['passport'] },
  claim:
    'A country that is no longer named weakens transferability and legal standing; a further one is neutral; the first ones strengthen transparency.',
  texts,
  evaluate: (facts) => {
    if (isBlank(facts.old)) {
      const dimensions = [...all('strengthens', 'transparency'), ...all('neutral', 'legal_standing')];
      return { dimensions, reason: texts.first, holders: texts.firstHolders };
    }
    return setDelta(facts.old, facts.new).removed.length > 0
      ? {
          dimensions: all('weakens', 'transferability', 'legal_standing'),
          reason: texts.fewer,
          holders: texts.fewerHolders,
        }
      : {
          dimensions: all('neutral', 'transferability', 'legal_standing'),
          reason: texts.more,
          holders: texts.moreHolders,
        };
  },
});
