import { defineRule } from '../rule.ts';

const texts = {
  reason: 'A later reading did not confirm the draft.',
  holders: 'Withdrawn: a later reading did not confirm it.',
};

/** Downgrade: a withdrawn draft. */
export const superseded = defineRule({
  id: 'superseded',
  appliesTo: { comparison: 'any' },
  claim: 'A draft that a later reading or a review contradicts is withdrawn.',
  texts,
  evaluate: (facts) =>
    facts.stage === 'superseded'
      ? { direction: 'unassessed', status: 'superseded', disposition: 'superseded', ...texts, final: true }
      : null,
});
