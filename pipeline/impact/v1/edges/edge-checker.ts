import { defineRule } from '../../rule.ts';
import { all } from '../dimensions.ts';

const texts = {
  added: 'A party is named that reports on the figures.',
  addedHolders: 'It is stated who checks the figures.',
  removed: 'A party that reports on the figures is no longer named.',
  removedHolders: 'It is no longer stated that this party checks the figures.',
  replaced: 'Another party is named that reports on the figures.',
  replacedHolders: 'Another party checks the figures.',
};

const roles: readonly string[] = ['auditor', 'attestor'];

export const edgeChecker = defineRule({
  id: 'edge-checker',
  appliesTo: { comparison: 'party_edge', kinds: ['edge_added', 'edge_removed', 'edge_replaced'] },
  claim:
    'Another auditor or attestor is mixed for transparency; one that leaves weakens it and governance, one that is added strengthens it.',
  texts,
  parameters: { roles },
  evaluate: ({ event, role }) => {
    if (!roles.includes(role)) return null;
    if (event === 'added') {
      return { dimensions: all('strengthens', 'transparency'), reason: texts.added, holders: texts.addedHolders };
    }
    if (event === 'removed') {
      const dimensions = all('weakens', 'transparency', 'governance');
      return { dimensions, reason: texts.removed, holders: texts.removedHolders };
    }
    return { dimensions: all('mixed', 'transparency'), reason: texts.replaced, holders: texts.replacedHolders };
  },
});
