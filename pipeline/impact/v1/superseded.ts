import { defineRule } from '../rule.ts';

const texts = {
  reason: 'A later reading did not confirm the draft.',
  holders: 'Withdrawn: a later reading did not confirm it.',
  review: 'A review dismissed the draft.',
  reviewHolders: 'Withdrawn: a review dismissed it.',
  terms: 'What the draft compared is stated otherwise now.',
  termsHolders: 'Withdrawn: what it compared is stated otherwise now.',
};

const sentences = {
  reading: { reason: texts.reason, holders: texts.holders },
  review: { reason: texts.review, holders: texts.reviewHolders },
  terms: { reason: texts.terms, holders: texts.termsHolders },
} as const;

/** Downgrade: a withdrawn draft. */
export const superseded = defineRule({
  id: 'superseded',
  appliesTo: { comparison: 'any' },
  claim: 'A draft that a later reading or a review contradicts is withdrawn.',
  texts,
  evaluate: (facts) =>
    facts.stage === 'superseded'
      ? {
          direction: 'unassessed',
          status: 'superseded',
          disposition: 'superseded',
          ...sentences[facts.withdrawnBy ?? 'reading'],
          final: true,
        }
      : null,
});
