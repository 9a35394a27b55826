import { defineRule } from '../../rule.ts';
import { matchDimensions } from './list-match-dimensions.ts';

const texts = {
  reason: 'The asset no longer names what matched; the list was not read differently.',
  holders: 'The list still has the entry; the asset no longer names the wallet or entity that it matches.',
};

export const listMatchSubjectLeft = defineRule({
  id: 'list-match-subject-left',
  appliesTo: { comparison: 'list_match', kinds: ['list_match_removed'] },
  claim: 'A match that ends because the asset no longer names the subject is neutral.',
  texts,
  evaluate: ({ old: match, new: current }) =>
    match === null || current !== null ? null : { dimensions: matchDimensions('neutral', match), ...texts },
});
