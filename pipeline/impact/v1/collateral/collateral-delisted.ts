import { defineRule } from '../../rule.ts';
import { all } from '../dimensions.ts';

const texts = {
  reason: 'The entry of the sanctions list that named the instrument does not name it any more.',
  holders: 'This entry of the sanctions list no longer names the instrument; other lists and entries are separate.',
  left: 'The reserve no longer has the instrument; the list was not read differently.',
  leftHolders: 'The list still names the instrument; the reserve no longer has it.',
  review: 'A review took back the confirmation of the match; the list still has the entry.',
  reviewHolders: 'Whether this entry of the sanctions list names the instrument is not established.',
};

export const collateralDelisted = defineRule({
  id: 'collateral-delisted',
  appliesTo: { comparison: 'collateral_match', kinds: ['list_match_removed'] },
  claim:
    'The end of a match of the reserve strengthens what the match weakened, whichever side ended it; one that a review took back is neutral.',
  texts,
  evaluate: ({ old, new: current, withdrawnBy }) => {
    if (old === null) return null;
    const isTakenBack = withdrawnBy === 'review';
    const dimensions = all(isTakenBack ? 'neutral' : 'strengthens', 'reserve_quality', 'legal_standing');
    if (isTakenBack) return { dimensions, reason: texts.review, holders: texts.reviewHolders };
    return current === null
      ? { dimensions, reason: texts.left, holders: texts.leftHolders }
      : { dimensions, reason: texts.reason, holders: texts.holders };
  },
});
