import { defineRule } from '../../rule.ts';
import { all } from '../dimensions.ts';

const texts = {
  reason: 'The entry still names the instrument; the list states other particulars of it.',
  holders: 'The list still names the instrument of the reserve; only particulars of the entry differ.',
};

export const collateralAmended = defineRule({
  id: 'collateral-amended',
  appliesTo: { comparison: 'collateral_match', kinds: ['list_match_amended'] },
  claim: 'Other particulars of an entry that still names an instrument of the reserve are neutral.',
  texts,
  evaluate: () => ({ dimensions: all('neutral', 'legal_standing'), ...texts }),
});
