import { matchConfidence } from '../../confidence.ts';
import { defineRule } from '../../rule.ts';
import { matchDimensions } from './list-match-dimensions.ts';

const texts = {
  reason: 'An entry of a sanctions list names what the asset names, by an exact identifier.',
  holders: 'A sanctions list names a wallet or an entity that has a role for the token.',
  linkedReason:
    'An entry of a sanctions list names, by an exact identifier, a party with a confirmed link to the issuer.',
  linkedHolders: 'A sanctions list names a parent of the issuer; what follows for the issuer itself is not concluded.',
  reviewedReason: 'An operator confirmed that an entry of a sanctions list is what the asset names.',
};

export const listMatchAdded = defineRule({
  id: 'list-match-added',
  appliesTo: { comparison: 'list_match', kinds: ['list_match_added'] },
  claim:
    'A match with a sanctions list weakens legal standing and participant protection; custody too for a custodian, governance too for an authority or its signer.',
  texts,
  evaluate: ({ new: match }) => {
    if (match === null) return null;
    const { level } = match;
    const verdict = { dimensions: matchDimensions('weakens', match), confidence: matchConfidence[level] };
    if (level === 'L5') return { ...verdict, reason: texts.linkedReason, holders: texts.linkedHolders };
    return { ...verdict, reason: level === 'L1' ? texts.reason : texts.reviewedReason, holders: texts.holders };
  },
});
