import { confidence } from '../confidence.ts';
import { defineRule } from '../rule.ts';

const texts = {
  reason: 'One reading alone shows it; a later one decides.',
  holders: 'Nothing is established yet: a later reading of the source confirms the change or withdraws it.',
};

/** Downgrade: a draft is held until another reading decides. */
export const unconfirmed = defineRule({
  id: 'unconfirmed',
  appliesTo: { comparison: 'any' },
  claim: 'A change that one reading alone shows is held and not assessed.',
  texts,
  evaluate: (facts, standing) =>
    facts.stage === 'draft' && standing?.disposition !== 'held'
      ? {
          direction: 'unassessed',
          status: 'pending',
          disposition: 'held',
          confidence: confidence.singleCapture,
          ...texts,
        }
      : null,
});
