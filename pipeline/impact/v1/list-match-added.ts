import { matchConfidence } from '../confidence.ts';
import { defineRule } from '../rule.ts';
import { matchDimensions } from './list-match-dimensions.ts';

const texts = {
  reason: 'An entry of a sanctions list names what the asset names, by an exact identifier or a confirmed link.',
  holders: 'A sanctions list names a wallet or an entity that has a role for the token.',
};

export const listMatchAdded = defineRule({
  id: 'list-match-added',
  appliesTo: { comparison: 'list_match', kinds: ['list_match_added'] },
  claim:
    'A match with a sanctions list weakens legal standing and participant protection; custody too for a custodian, governance too for an authority or its signer.',
  texts,
  evaluate: ({ new: match }) =>
    match === null
      ? null
      : { dimensions: matchDimensions('weakens', match), confidence: matchConfidence[match.level], ...texts },
});
