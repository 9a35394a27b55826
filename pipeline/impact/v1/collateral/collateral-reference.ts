import { confidence } from '../../confidence.ts';
import { defineRule } from '../../rule.ts';
import { all } from '../dimensions.ts';

const texts = {
  ends: 'Trading of the instrument at its relevant venue ends long before the instrument matures.',
  endsHolders: 'An instrument that stands behind the token is no longer traded at its relevant venue after that day.',
  reason: 'The reference data states another particular of the instrument.',
  holders: 'The same instrument stands behind the token; its reference data states other particulars of it.',
};

export const collateralReference = defineRule({
  id: 'collateral-reference',
  appliesTo: { comparison: 'collateral_reference' },
  claim:
    'An end of trading long before the maturity of an instrument weakens reserve quality; other particulars of its reference data are neutral.',
  texts,
  evaluate: ({ endsEarly }) => ({
    ...(endsEarly
      ? { dimensions: all('weakens', 'reserve_quality'), reason: texts.ends, holders: texts.endsHolders }
      : { dimensions: all('neutral', 'reserve_quality'), reason: texts.reason, holders: texts.holders }),
    confidence: confidence.structured,
  }),
});
