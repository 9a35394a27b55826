import { defineRule } from '../rule.ts';

const texts = {
  reason: 'A later reading showed that there was no such change.',
  holders: 'The draft is withdrawn: there was no such change.',
};

/** Downgrade: a draft that turned out to be nothing. */
export const superseded = defineRule({
  id: 'superseded',
  appliesTo: { comparison: 'any' },
  claim: 'A draft that a later reading contradicts is withdrawn.',
  texts,
  evaluate: (facts) =>
    facts.stage === 'superseded'
      ? { direction: 'unassessed', status: 'superseded', disposition: 'superseded', ...texts, final: true }
      : null,
});
