import { defineRule } from '../../rule.ts';
import { all } from '../dimensions.ts';

const texts = {
  reason: 'The chain states another holder than the one that was imported.',
  holders: 'The record of the authority is corrected; whether it changed on the chain is not known.',
};

export const authorityCorrected = defineRule({
  id: 'authority-corrected',
  appliesTo: { comparison: 'authority' },
  claim: 'A holder that the chain corrects is neutral: the earlier one was not read from it.',
  texts,
  evaluate: ({ event }) => (event === 'corrected' ? { dimensions: all('neutral', 'governance'), ...texts } : null),
});
