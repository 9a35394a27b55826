import { defineRule } from '../../rule.ts';
import { givenBy } from './given-by.ts';
import { servedBy, towards } from './serving.ts';

const texts = {
  joined: 'Further accounts have the role, and each can act alone.',
  joinedHolders: 'More accounts can use the role.',
  left: 'Accounts lost the role, and none joined.',
  leftHolders: 'Fewer accounts can use the role.',
  both: 'Accounts lost the role, and others have it now.',
  bothHolders: 'Other accounts can use the role.',
  granted: 'Another role grants the role.',
  grantedHolders: 'Other accounts can decide who has the role.',
};

export const roleHolders = defineRule({
  id: 'role-holders',
  appliesTo: { comparison: 'contract_role' },
  claim:
    'Accounts that only join a role weaken governance, those that only leave strengthen it, both are mixed; of a role that creates tokens supply as well, of one that freezes or pauses participant protection.',
  texts,
  parameters: { servedBy },
  evaluate: (facts) => {
    const { old, new: current } = facts;
    const joined = current.holders.filter((holder) => !old.holders.includes(holder));
    const left = old.holders.filter((holder) => !current.holders.includes(holder));
    const given = givenBy(facts);
    if (joined.length > 0 && left.length > 0) {
      return { dimensions: towards('mixed', facts), reason: texts.both, holders: texts.bothHolders, ...given };
    }
    if (joined.length > 0) {
      return { dimensions: towards('weakens', facts), reason: texts.joined, holders: texts.joinedHolders, ...given };
    }
    if (left.length > 0) {
      return { dimensions: towards('strengthens', facts), reason: texts.left, holders: texts.leftHolders, ...given };
    }
    return { dimensions: towards('mixed', facts), reason: texts.granted, holders: texts.grantedHolders, ...given };
  },
});
