import { defineRule } from '../../rule.ts';
import { all } from '../dimensions.ts';
import { givenBy } from './given-by.ts';

const texts = {
  reason: 'The contract states another name, symbol or number of decimals.',
  holders: 'The token is shown under another name or in another unit; balances in base units are as before.',
};

export const tokenIdentity = defineRule({
  id: 'token-identity',
  appliesTo: { comparison: 'chain_token' },
  claim: 'Another name, symbol or number of decimals of a token is mixed for transparency.',
  texts,
  evaluate: (facts) => ({
    dimensions: all('mixed', 'transparency'),
    materiality: 'material',
    ...texts,
    ...givenBy(facts),
  }),
});
