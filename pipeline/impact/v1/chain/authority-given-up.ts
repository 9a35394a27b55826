import { defineRule } from '../../rule.ts';
import { all } from '../dimensions.ts';
import { givenBy } from './given-by.ts';

const texts = {
  anyone: 'Every account could use the authority; not every account can any more.',
  anyoneHolders: 'The contract no longer accepts the call from every account.',
  mint: 'The authority to create tokens was given up.',
  mintHolders: 'No account can create further tokens by this authority.',
  freeze: 'The authority to freeze balances was given up.',
  freezeHolders: 'No account can freeze balances by this authority.',
  freezeRegulated: 'The regime of the token requires that balances can be frozen.',
  upgrade: 'The authority to replace the code was given up.',
  upgradeHolders: 'No account can replace the code of the token.',
  reason: 'The authority was given up.',
  holders: 'No account has this authority any more.',
};

const freezeRegimes: readonly string[] = ['US_GENIUS', 'MICA_EMT'];

export const authorityGivenUp = defineRule({
  id: 'authority-given-up',
  appliesTo: { comparison: 'authority' },
  claim:
    'Giving up the authority to mint strengthens supply, to freeze participant protection (and weakens legal standing where the regime requires it), any other governance; an authority that every account could use strengthens governance and participant protection when it ends.',
  texts,
  parameters: { freezeRegimes },
  evaluate: (facts) => {
    if (facts.event !== 'given_up') return null;
    const given = givenBy(facts);
    if (facts.old?.kind === 'anyone') {
      const dimensions = all('strengthens', 'governance', 'participant_protection');
      return { dimensions, reason: texts.anyone, holders: texts.anyoneHolders, ...given };
    }
    switch (facts.type) {
      case 'mint_authority':
        return { dimensions: all('strengthens', 'supply'), reason: texts.mint, holders: texts.mintHolders, ...given };
      case 'freeze_authority': {
        const dimensions = all('strengthens', 'participant_protection');
        const isRequired = facts.regimes.some((regime) => freezeRegimes.includes(regime));
        return isRequired
          ? {
              dimensions: [...dimensions, ...all('weakens', 'legal_standing')],
              reason: texts.freezeRegulated,
              holders: texts.freezeHolders,
              ...given,
            }
          : { dimensions, reason: texts.freeze, holders: texts.freezeHolders, ...given };
      }
      case 'upgrade_authority': {
        const dimensions = all('strengthens', 'governance');
        return { dimensions, reason: texts.upgrade, holders: texts.upgradeHolders, ...given };
      }
      default:
        return { dimensions: all('strengthens', 'governance'), reason: texts.reason, holders: texts.holders, ...given };
    }
  },
});
