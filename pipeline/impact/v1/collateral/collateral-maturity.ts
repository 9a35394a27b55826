import { defineRule } from '../../rule.ts';
import { all } from '../dimensions.ts';
import { graded } from './graded.ts';
import { unassessed } from './unassessed.ts';

const texts = {
  longer: 'The longest remaining maturity is above 93 days and was not before.',
  longerHolders: 'The slowest instrument takes longer to become cash by itself than 93 days.',
  shorter: 'The longest remaining maturity is no longer above 93 days.',
  shorterHolders: 'Every instrument becomes cash by itself within 93 days.',
  reason: 'From 94 to 96 days, it depends on how settlement is counted, which the report does not state.',
  holders: 'Whether every instrument becomes cash by itself within 93 days is not assessed.',
};

export const collateralMaturity = defineRule({
  id: 'collateral-maturity',
  appliesTo: { comparison: 'collateral_maturity' },
  claim:
    'A longest remaining maturity that rises above 93 days weakens reserve quality, one that falls to it strengthens it; 94 to 96 days are not assessed.',
  texts,
  parameters: { days: 93, unclearUpTo: 96 },
  evaluate: (facts) => {
    const { old, new: current } = facts;
    const verdict =
      old === 'unclear' || current === 'unclear'
        ? unassessed(texts.reason, texts.holders)
        : current === 'beyond'
          ? { dimensions: all('weakens', 'reserve_quality'), reason: texts.longer, holders: texts.longerHolders }
          : { dimensions: all('strengthens', 'reserve_quality'), reason: texts.shorter, holders: texts.shorterHolders };
    return { ...verdict, ...graded(facts) };
  },
});
