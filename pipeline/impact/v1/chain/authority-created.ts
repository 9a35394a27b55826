import { defineRule } from '../../rule.ts';
import { all } from '../dimensions.ts';
import { givenBy } from './given-by.ts';

const texts = {
  anyone: 'Every account can use the authority, which earlier readings did not state.',
  anyoneHolders: 'The contract accepts the call from every account.',
  mint: 'An account has the authority to create tokens, which none had.',
  mintHolders: 'An account can create further tokens.',
  freeze: 'An account has the authority to freeze balances, which none had.',
  freezeHolders: 'An account can freeze balances.',
  freezeRegulated: 'The regime of the token requires that balances can be frozen, and an account can freeze them now.',
  reason: 'An account has an authority that none had.',
  holders: 'An account can use this authority now.',
};

const freezeRegimes: readonly string[] = ['US_GENIUS', 'MICA_EMT'];

export const authorityCreated = defineRule({
  id: 'authority-created',
  appliesTo: { comparison: 'authority' },
  claim: 'An authority that appears is the reverse of one that is given up.',
  texts,
  parameters: { freezeRegimes },
  evaluate: (facts) => {
    if (facts.event !== 'created') return null;
    const given = givenBy(facts);
    if (facts.new?.kind === 'anyone') {
      const dimensions = all('weakens', 'governance', 'participant_protection');
      return { dimensions, reason: texts.anyone, holders: texts.anyoneHolders, ...given };
    }
    switch (facts.type) {
      case 'mint_authority':
        return { dimensions: all('weakens', 'supply'), reason: texts.mint, holders: texts.mintHolders, ...given };
      case 'freeze_authority': {
        const dimensions = all('weakens', 'participant_protection');
        const isRequired = facts.regimes.some((regime) => freezeRegimes.includes(regime));
        return isRequired
          ? {
              dimensions: [...dimensions, ...all('strengthens', 'legal_standing')],
              reason: texts.freezeRegulated,
              holders: texts.freezeHolders,
              ...given,
            }
          : { dimensions, reason: texts.freeze, holders: texts.freezeHolders, ...given };
      }
      default:
        return { dimensions: all('weakens', 'governance'), reason: texts.reason, holders: texts.holders, ...given };
    }
  },
});
