import { defineRule } from '../../rule.ts';
import { all } from '../dimensions.ts';

const texts = {
  named: 'A party is named in the role where none was known.',
  namedHolders: 'It is known now who has the role.',
  further: 'A further party is named in the role.',
  furtherHolders: 'A further party stands behind the token or its issuer.',
  replaced: 'Another party is named in the role.',
  replacedHolders: 'Another party stands behind the token or its issuer.',
  excused: 'No party is named in the role any more, and a register states a reason why none is reported.',
  excusedHolders: 'It is no longer published who has the role.',
};

const roles: readonly string[] = ['issuer', 'co_issuer', 'parent', 'ultimate_parent'];
const excusable: readonly string[] = ['parent', 'ultimate_parent'];

export const edgeOwner = defineRule({
  id: 'edge-owner',
  appliesTo: { comparison: 'party_edge', kinds: ['edge_added', 'edge_removed', 'edge_replaced'] },
  claim:
    'Another or a further issuer or parent is mixed for governance and legal standing; one where none was known strengthens transparency; a parent that is no longer reported for a stated reason weakens it.',
  texts,
  parameters: { roles, excusable },
  evaluate: ({ event, role, isOnly, isExcused }) => {
    if (!roles.includes(role)) return null;
    if (event === 'removed') {
      if (!isExcused || !excusable.includes(role)) return null;
      return { dimensions: all('weakens', 'transparency'), reason: texts.excused, holders: texts.excusedHolders };
    }
    if (event === 'added' && isOnly) {
      return { dimensions: all('strengthens', 'transparency'), reason: texts.named, holders: texts.namedHolders };
    }
    const dimensions = all('mixed', 'governance', 'legal_standing');
    return event === 'replaced'
      ? { dimensions, reason: texts.replaced, holders: texts.replacedHolders }
      : { dimensions, reason: texts.further, holders: texts.furtherHolders };
  },
});
