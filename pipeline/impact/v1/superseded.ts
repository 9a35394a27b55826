import { defineRule } from '../rule.ts';

const texts = {
  reason: 'The draft is not borne out.',
  holders: 'The draft is withdrawn: it is not borne out.',
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
