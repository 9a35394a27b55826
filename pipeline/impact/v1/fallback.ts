import { confidence } from '../confidence.ts';
import { defineRule } from '../rule.ts';

const texts = {
  reason: 'No rule of this set covers the change.',
  holders: 'Both values are stated as published; what the change bears on is not assessed.',
};

/** For a disclosed field, the unknown counts as material, so that no filter hides it. */
export const fallback = defineRule({
  id: 'fallback',
  appliesTo: { comparison: 'any' },
  claim: 'A change that no rule covers is stated and not assessed.',
  texts,
  evaluate: (facts, standing) =>
    standing === null
      ? {
          direction: 'unassessed',
          status: 'unassessed',
          method: 'fallback',
          confidence: confidence.fallback,
          ...(facts.comparison === 'disclosure_field' ? { materiality: 'material' } : {}),
          ...texts,
        }
      : null,
});
