import { defineRule } from '../../rule.ts';
import { givenBy } from './given-by.ts';
import { servedBy, towards } from './serving.ts';
import { isSingleNow, votesOf } from './votes.ts';

const texts = {
  up: 'The multisig needs more approvals, and no smaller share of its signers.',
  upHolders: 'More signers have to agree before the account acts.',
  down: 'The multisig needs fewer approvals, and no larger share of its signers.',
  downHolders: 'Fewer signers have to agree before the account acts.',
  mixed: 'The number of signers and the share of them that has to agree changed in different directions.',
  mixedHolders: 'Another number of signers can act for the account.',
};

export const controlThreshold = defineRule({
  id: 'control-threshold',
  appliesTo: { comparison: 'account_control' },
  claim:
    'More approvals and no smaller share of the voters strengthens governance, fewer and no larger share weakens it, anything else is mixed; where one approval is enough now, another rule decides.',
  texts,
  parameters: { servedBy },
  evaluate: (facts) => {
    const [old, current] = [votesOf(facts.old), votesOf(facts.new)];
    if (old === null || current === null) return null;
    const [before, after] = [old.voters.length, current.voters.length];
    if ((old.needed === current.needed && before === after) || isSingleNow(old, current)) return null;
    // Shares as fractions: k' / n' against k / n.
    const share = current.needed * before - old.needed * after;
    const given = givenBy(facts);
    if (current.needed > old.needed && share >= 0) {
      return { dimensions: towards('strengthens', facts), reason: texts.up, holders: texts.upHolders, ...given };
    }
    if (current.needed < old.needed && share <= 0) {
      return { dimensions: towards('weakens', facts), reason: texts.down, holders: texts.downHolders, ...given };
    }
    return { dimensions: towards('mixed', facts), reason: texts.mixed, holders: texts.mixedHolders, ...given };
  },
});
