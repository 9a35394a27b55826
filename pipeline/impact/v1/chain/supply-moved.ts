import { defineRule } from '../../rule.ts';
import { all } from '../dimensions.ts';
import { givenBy } from './given-by.ts';
import { isUncoveredGrowth } from './supply-moved-far.ts';

const texts = {
  covered: 'The supply changed, and the reserve is stated to cover all tokens.',
  coveredHolders: 'There are more or fewer tokens; the issuer states that the reserve covers all of them.',
  reason: 'The supply changed, and whether a reserve covers it is not known.',
  holders: 'There are more or fewer tokens; what stands behind them is not assessed.',
};

export const supplyMoved = defineRule({
  id: 'supply-moved',
  appliesTo: { comparison: 'chain_supply' },
  claim:
    'Another supply is neutral where the reserve is known to cover all tokens, and not assessed elsewhere; where it grew far, another rule decides.',
  texts,
  evaluate: (facts) => {
    if (isUncoveredGrowth(facts)) return null;
    return facts.isCovered
      ? {
          dimensions: all('neutral', 'supply'),
          materiality: 'material',
          reason: texts.covered,
          holders: texts.coveredHolders,
          ...givenBy(facts),
        }
      : {
          dimensions: all('unassessed', 'supply'),
          direction: 'unassessed',
          status: 'unassessed',
          materiality: 'material',
          reason: texts.reason,
          holders: texts.holders,
          ...givenBy(facts),
        };
  },
});
