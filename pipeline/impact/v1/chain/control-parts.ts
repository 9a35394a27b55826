import { defineRule } from '../../rule.ts';
import { givenBy } from './given-by.ts';
import { servedBy, towards } from './serving.ts';
import { isSameSet, votesOf } from './votes.ts';

const texts = {
  reason: 'The account has other code, modules, guards or owners.',
  holders: 'What can act for the account, or what checks it, is another than before.',
};

export const controlParts = defineRule({
  id: 'control-parts',
  appliesTo: { comparison: 'account_control' },
  claim: 'Another kind, code, module, guard, handler, delegate or owner of an account is mixed for governance.',
  texts,
  parameters: { servedBy },
  evaluate: (facts) => {
    const { old, new: current } = facts;
    const names = ['kind', 'version', 'guard', 'fallbackHandler', 'delegate', 'owner'] as const;
    const differs =
      names.some((name) => old[name] !== current[name]) ||
      !isSameSet(old.modules, current.modules) ||
      (votesOf(current) === null && !isSameSet(old.next, current.next));
    return differs ? { dimensions: towards('mixed', facts), ...texts, ...givenBy(facts) } : null;
  },
});
