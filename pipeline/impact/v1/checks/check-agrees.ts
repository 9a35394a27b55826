import { defineRule } from '../../rule.ts';
import { all } from '../dimensions.ts';

const texts = {
  reason: 'The two sources no longer differ.',
  holders: 'Both sources state the same again, within the bounds of the comparison.',
};

export const checkAgrees = defineRule({
  id: 'check-agrees',
  appliesTo: { comparison: 'source_check' },
  claim: 'Sources that differ no longer are neutral, and stated.',
  texts,
  evaluate: ({ state }) =>
    state === 'agree' ? { dimensions: all('neutral', 'transparency'), materiality: 'material', ...texts } : null,
});
