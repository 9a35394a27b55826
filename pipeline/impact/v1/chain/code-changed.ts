import { defineRule } from '../../rule.ts';
import { all } from '../dimensions.ts';
import { givenBy } from './given-by.ts';

const texts = {
  reason: 'The token runs other code.',
  holders: 'The code decides what the token does; what differs in it is not assessed.',
};

export const codeChanged = defineRule({
  id: 'code-changed',
  appliesTo: { comparison: 'chain_code' },
  claim: 'Other code is mixed for governance.',
  texts,
  evaluate: (facts) => ({ dimensions: all('mixed', 'governance'), ...texts, ...givenBy(facts) }),
});
