import { defineRule } from '../../rule.ts';
import { all } from '../dimensions.ts';
import { givenBy } from './given-by.ts';

const texts = {
  toMultisig: 'A single key had the authority; a multisig that needs two or more approvals has it now.',
  toMultisigHolders: 'No single key can use the authority any more.',
  toKey: 'A multisig that needs two or more approvals had the authority; a single key has it now.',
  toKeyHolders: 'A single key can use the authority.',
  toAnyone: 'Every account can use the authority.',
  toAnyoneHolders: 'The contract accepts the call from every account.',
  fromAnyone: 'Every account could use the authority; one account has it now.',
  fromAnyoneHolders: 'The contract no longer accepts the call from every account.',
  unlocked: 'A contract with a time lock had the authority; an account without one has it now.',
  unlockedHolders: 'The authority can be used without a waiting period.',
  reason: 'Another account has the authority.',
  holders: 'Another account can use the authority; what it does with it is not known from the chain.',
};

export const authorityReplaced = defineRule({
  id: 'authority-replaced',
  appliesTo: { comparison: 'authority' },
  claim:
    'Another holder of an authority is mixed for governance; from a key to a multisig strengthens it; to a key, to any account, or out of a time lock weakens it and participant protection.',
  texts,
  evaluate: (facts) => {
    const { event, old, new: current } = facts;
    if (event !== 'replaced' || old === null || current === null) return null;
    const given = givenBy(facts);
    const weakens = all('weakens', 'governance', 'participant_protection');
    const isShared = (holder: typeof old): boolean => holder.kind === 'multisig' && (holder.threshold ?? 0) >= 2;
    if (current.kind === 'anyone') {
      return { dimensions: weakens, reason: texts.toAnyone, holders: texts.toAnyoneHolders, ...given };
    }
    if (old.kind === 'anyone') {
      const dimensions = all('strengthens', 'governance', 'participant_protection');
      return { dimensions, reason: texts.fromAnyone, holders: texts.fromAnyoneHolders, ...given };
    }
    if (old.kind === 'key' && isShared(current)) {
      const dimensions = all('strengthens', 'governance');
      return { dimensions, reason: texts.toMultisig, holders: texts.toMultisigHolders, ...given };
    }
    if (isShared(old) && current.kind === 'key') {
      return { dimensions: weakens, reason: texts.toKey, holders: texts.toKeyHolders, ...given };
    }
    if (old.kind === 'timelock' && (current.kind === 'key' || current.kind === 'multisig')) {
      return { dimensions: weakens, reason: texts.unlocked, holders: texts.unlockedHolders, ...given };
    }
    return { dimensions: all('mixed', 'governance'), reason: texts.reason, holders: texts.holders, ...given };
  },
});
