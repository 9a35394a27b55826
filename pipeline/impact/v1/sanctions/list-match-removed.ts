import { defineRule } from '../../rule.ts';
import { matchDimensions } from './list-match-dimensions.ts';

const texts = {
  reason: 'The entry of the sanctions list that matched does not match any more.',
  holders:
    'This entry of the sanctions list no longer names the wallet or entity; other lists and entries are separate.',
};

export const listMatchRemoved = defineRule({
  id: 'list-match-removed',
  appliesTo: { comparison: 'list_match', kinds: ['list_match_removed'] },
  claim: 'The end of a match with a sanctions list strengthens what the match weakened.',
  texts,
  evaluate: ({ old: match, new: current }) =>
    match === null || current === null ? null : { dimensions: matchDimensions('strengthens', match), ...texts },
});
