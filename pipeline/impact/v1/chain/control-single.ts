import { defineRule } from '../../rule.ts';
import { givenBy } from './given-by.ts';
import { servedBy, towards } from './serving.ts';
import { isSingleNow, votesOf } from './votes.ts';

const texts = {
  reason: 'One approval is enough for the account to act; it needed more before.',
  holders: 'Any one signer can act for the account alone.',
};

export const controlSingle = defineRule({
  id: 'control-single',
  appliesTo: { comparison: 'account_control' },
  claim: 'A multisig for which one approval is enough now weakens governance and participant protection.',
  texts,
  parameters: { servedBy },
  evaluate: (facts) => {
    const [old, current] = [votesOf(facts.old), votesOf(facts.new)];
    if (old === null || current === null || !isSingleNow(old, current)) return null;
    return { dimensions: towards('weakens', facts, 'participant_protection'), ...texts, ...givenBy(facts) };
  },
});
