import { defineRule } from '../../rule.ts';
import { all } from '../dimensions.ts';

const texts = {
  reason: 'Two sources state different things; which of them is right is not known.',
  holders: 'One of the two does not describe the token as it is, or they describe different things.',
};

export const checkDiffers = defineRule({
  id: 'check-differs',
  appliesTo: { comparison: 'source_check' },
  claim: 'Sources that differ about supply or chains are stated and not assessed.',
  texts,
  evaluate: ({ name, state }) =>
    state === 'differ' && (name === 'supply' || name === 'chains')
      ? {
          dimensions: all('unassessed', 'transparency'),
          direction: 'unassessed',
          status: 'unassessed',
          materiality: 'material',
          ...texts,
        }
      : null,
});
