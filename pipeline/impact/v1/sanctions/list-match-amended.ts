import { defineRule } from '../../rule.ts';
import { all } from '../dimensions.ts';

const texts = {
  reason: 'The entry still matches; the list states other particulars of it.',
  holders: 'The list still names the wallet or entity; only its particulars differ.',
};

export const listMatchAmended = defineRule({
  id: 'list-match-amended',
  appliesTo: { comparison: 'list_match', kinds: ['list_match_amended'] },
  claim: 'Other particulars of an entry that still matches are neutral.',
  texts,
  evaluate: () => ({ dimensions: all('neutral', 'legal_standing'), ...texts }),
});
