import { defineRule } from '../rule.ts';

const texts = {
  reason: 'A later reading does not bear the draft out.',
  holders: 'The draft is withdrawn: a later reading does not bear it out.',
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
