import { defineRule } from '../../rule.ts';
import { givenBy } from './given-by.ts';
import { servedBy, towards } from './serving.ts';
import { joined, votesOf } from './votes.ts';

const texts = {
  reason: 'Signers of the multisig were replaced; as many as before have to agree.',
  holders: 'Other accounts sign; those that joined cannot act without earlier ones.',
  taken: 'Signers of the multisig were replaced, and those that joined are enough to act.',
  takenHolders: 'The signers that joined can act for the account without any earlier one.',
};

export const controlSigners = defineRule({
  id: 'control-signers',
  appliesTo: { comparison: 'account_control' },
  claim:
    'Replaced signers are neutral for governance while threshold and number stay, and mixed when those that joined reach the threshold by themselves.',
  texts,
  parameters: { servedBy },
  evaluate: (facts) => {
    const [old, current] = [votesOf(facts.old), votesOf(facts.new)];
    if (old === null || current === null) return null;
    if (old.needed !== current.needed || old.voters.length !== current.voters.length) return null;
    const others = joined(old, current);
    if (others.length === 0) return null;
    const given = givenBy(facts);
    return others.length >= current.needed
      ? { dimensions: towards('mixed', facts), reason: texts.taken, holders: texts.takenHolders, ...given }
      : { dimensions: towards('neutral', facts), reason: texts.reason, holders: texts.holders, ...given };
  },
});
