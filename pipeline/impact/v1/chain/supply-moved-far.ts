import type { FactsOf } from '../../facts.ts';
import { defineRule } from '../../rule.ts';
import { all } from '../dimensions.ts';
import { givenBy } from './given-by.ts';

const texts = {
  grew: 'The supply grew by a fifth or more, and whether a reserve covers it is not known.',
  grewHolders: 'There are far more tokens than before; what stands behind them is not assessed.',
  created: 'There were no tokens before, and whether a reserve covers those that exist now is not known.',
  createdHolders: 'Tokens exist where none did; what stands behind them is not assessed.',
};

/** Growth in thousandths of the earlier figure, from which on it is far. */
const far = 200;

/** The supply grew far, or from nothing, and no source states that the reserve covers it. */
export const isUncoveredGrowth = ({ isCovered, movedBy }: FactsOf<'chain_supply'>): boolean =>
  !isCovered && (movedBy === null || movedBy >= far);

export const supplyMovedFar = defineRule({
  id: 'supply-moved-far',
  appliesTo: { comparison: 'chain_supply' },
  claim:
    'A supply that grew by a fifth or more, or from nothing, is not assessed unless the reserve is known to cover all tokens.',
  texts,
  parameters: { far },
  evaluate: (facts) => {
    if (!isUncoveredGrowth(facts)) return null;
    return {
      dimensions: all('unassessed', 'supply'),
      direction: 'unassessed',
      status: 'unassessed',
      materiality: 'material',
      ...(facts.movedBy === null
        ? { reason: texts.created, holders: texts.createdHolders }
        : { reason: texts.grew, holders: texts.grewHolders }),
      ...givenBy(facts),
    };
  },
});
