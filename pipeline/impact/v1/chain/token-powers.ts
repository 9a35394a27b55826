import { defineRule } from '../../rule.ts';
import { all } from '../dimensions.ts';
import { givenBy } from './given-by.ts';

const texts = {
  added: 'The token has a power over balances or transfers that it did not have.',
  addedHolders: 'Balances or transfers of holders are subject to a further power.',
  removed: 'The token no longer has a power over balances or transfers.',
  removedHolders: 'Balances or transfers of holders are subject to one power fewer.',
  both: 'The token has other powers over balances or transfers.',
  bothHolders: 'Balances or transfers of holders are subject to other powers.',
  ofAuthority: 'The power follows from an authority, whose change is a change of its own.',
};

/** Powers that follow from an authority, whose change or the change of its role is stated already. */
const ofAuthorities: readonly string[] = ['freeze_address', 'pause_all', 'upgrade_logic'];

export const tokenPowers = defineRule({
  id: 'token-powers',
  appliesTo: { comparison: 'chain_powers' },
  claim:
    'A power that appears weakens participant protection and transferability, one that disappears strengthens them; one that follows from an authority is collapsed into the change of the authority.',
  texts,
  parameters: { ofAuthorities },
  evaluate: (facts) => {
    const { added, removed } = facts;
    const isOfAuthority = [...added, ...removed].every((power) => ofAuthorities.includes(power));
    const disposition = isOfAuthority ? 'collapsed' : 'shown';
    const shown = { materiality: 'material', disposition, ...givenBy(facts) } as const;
    const reasonOf = (reason: string): string => (isOfAuthority ? texts.ofAuthority : reason);
    if (added.length > 0 && removed.length > 0) {
      const dimensions = all('mixed', 'participant_protection', 'transferability');
      return { dimensions, ...shown, reason: reasonOf(texts.both), holders: texts.bothHolders };
    }
    return added.length > 0
      ? {
          dimensions: all('weakens', 'participant_protection', 'transferability'),
          ...shown,
          reason: reasonOf(texts.added),
          holders: texts.addedHolders,
        }
      : {
          dimensions: all('strengthens', 'participant_protection', 'transferability'),
          ...shown,
          reason: reasonOf(texts.removed),
          holders: texts.removedHolders,
        };
  },
});
