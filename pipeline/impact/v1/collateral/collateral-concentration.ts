import { defineRule } from '../../rule.ts';
import { all } from '../dimensions.ts';
import { graded } from './graded.ts';

const texts = {
  above: 'The share of one issuer is above the limit that the asset states.',
  aboveHolders: 'A larger part of the reserve than the stated limit depends on one issuer.',
  below: 'The share of one issuer is no longer above the limit that the asset states.',
  belowHolders: 'The part of the reserve that depends on this issuer is within the stated limit.',
};

export const collateralConcentration = defineRule({
  id: 'collateral-concentration',
  appliesTo: { comparison: 'collateral_concentration' },
  claim:
    'A share of one issuer that rises above the stated limit weakens reserve quality, one that falls to it strengthens it.',
  texts,
  evaluate: (facts) => ({
    ...(facts.isAbove
      ? { dimensions: all('weakens', 'reserve_quality'), reason: texts.above, holders: texts.aboveHolders }
      : { dimensions: all('strengthens', 'reserve_quality'), reason: texts.below, holders: texts.belowHolders }),
    ...graded(facts),
  }),
});
