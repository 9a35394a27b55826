import { defineRule } from '../../rule.ts';
import { all } from '../dimensions.ts';

const texts = {
  agentAdded: 'A party is named that redeems tokens.',
  agentAddedHolders: 'A further way to redeem is stated.',
  lastAgent: 'No party is named any more that redeems tokens.',
  lastAgentHolders: 'It is no longer stated who redeems tokens.',
  agentRemoved: 'One of several parties that redeem tokens is no longer named.',
  agentRemovedHolders: 'Other parties are still named that redeem tokens.',
  guarantorAdded: 'A party is named that guarantees obligations of the token.',
  guarantorAddedHolders: 'A further party answers for obligations of the token.',
  guarantorRemoved: 'A party that guarantees obligations of the token is no longer named.',
  guarantorRemovedHolders: 'This party is no longer named as one that answers for obligations of the token.',
};

export const edgeSupport = defineRule({
  id: 'edge-support',
  appliesTo: { comparison: 'party_edge', kinds: ['edge_added', 'edge_removed'] },
  claim:
    'A redemption agent that is added strengthens redemption, the last one that leaves weakens it; a guarantor does the same for participant protection.',
  texts,
  evaluate: ({ event, role, isOnly }) => {
    if (role === 'redemption_agent') {
      if (event === 'added') {
        const dimensions = all('strengthens', 'redemption');
        return { dimensions, reason: texts.agentAdded, holders: texts.agentAddedHolders };
      }
      return isOnly
        ? { dimensions: all('weakens', 'redemption'), reason: texts.lastAgent, holders: texts.lastAgentHolders }
        : { dimensions: all('neutral', 'redemption'), reason: texts.agentRemoved, holders: texts.agentRemovedHolders };
    }
    if (role !== 'guarantor') return null;
    return event === 'added'
      ? {
          dimensions: all('strengthens', 'participant_protection'),
          reason: texts.guarantorAdded,
          holders: texts.guarantorAddedHolders,
        }
      : {
          dimensions: all('weakens', 'participant_protection'),
          reason: texts.guarantorRemoved,
          holders: texts.guarantorRemovedHolders,
        };
  },
});
