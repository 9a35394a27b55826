import { defineRule } from '../../rule.ts';
import { matchDimensions } from './list-match-dimensions.ts';

const texts = {
  reason: 'The entry of the sanctions list that matched does not match any more.',
  holders:
    'This entry of the sanctions list no longer names the wallet or entity; other lists and entries are separate.',
  reviewReason: 'A review took back the confirmation of the match; the list still has the entry.',
  reviewHolders: 'Whether this entry of the sanctions list names the wallet or entity is not established.',
};

export const listMatchRemoved = defineRule({
  id: 'list-match-removed',
  appliesTo: { comparison: 'list_match', kinds: ['list_match_removed'] },
  claim:
    'The end of a match with a sanctions list strengthens what the match weakened; one that a review took back is neutral.',
  texts,
  evaluate: ({ old: match, new: current, withdrawnBy }) => {
    if (match === null || current === null) return null;
    const { reason, holders, reviewReason, reviewHolders } = texts;
    return withdrawnBy === 'review'
      ? { dimensions: matchDimensions('neutral', match), reason: reviewReason, holders: reviewHolders }
      : { dimensions: matchDimensions('strengthens', match), reason, holders };
  },
});
