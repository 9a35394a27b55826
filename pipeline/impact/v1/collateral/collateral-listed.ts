import { matchConfidence } from '../../confidence.ts';
import { defineRule } from '../../rule.ts';
import { all } from '../dimensions.ts';

const texts = {
  reason: 'An entry of a sanctions list names an instrument of the reserve, by an exact identifier.',
  holders: 'A sanctions list names an instrument that stands behind the token, not the token itself.',
};

export const collateralListed = defineRule({
  id: 'collateral-listed',
  appliesTo: { comparison: 'collateral_match', kinds: ['list_match_added'] },
  claim: 'A sanctions list that names an instrument of the reserve weakens reserve quality and legal standing.',
  texts,
  evaluate: ({ new: match }) =>
    match === null
      ? null
      : {
          dimensions: all('weakens', 'reserve_quality', 'legal_standing'),
          confidence: matchConfidence[match.level],
          ...texts,
        },
});
