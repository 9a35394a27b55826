import { defineRule } from '../../rule.ts';
import { all } from '../dimensions.ts';
import { givenBy } from './given-by.ts';

const texts = {
  paused: 'The contract is paused.',
  pausedHolders: 'Transfers, and with them redemptions on the chain, are stopped while the contract is paused.',
  resumed: 'The contract is not paused any more.',
  resumedHolders: 'Transfers are possible again.',
};

export const tokenPaused = defineRule({
  id: 'token-paused',
  appliesTo: { comparison: 'chain_paused' },
  claim: 'A pause weakens transferability and redemption, its end strengthens them.',
  texts,
  evaluate: (facts) => ({
    materiality: 'material',
    ...(facts.new
      ? {
          dimensions: all('weakens', 'transferability', 'redemption'),
          reason: texts.paused,
          holders: texts.pausedHolders,
        }
      : {
          dimensions: all('strengthens', 'transferability', 'redemption'),
          reason: texts.resumed,
          holders: texts.resumedHolders,
        }),
    ...givenBy(facts),
  }),
});
