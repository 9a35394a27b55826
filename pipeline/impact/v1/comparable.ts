import { notCompared } from './not-compared.ts';
import { defineRule } from '../rule.ts';

const texts = {
  reason: 'The two values were read in different ways, so they are not compared.',
  holders: 'Nothing is stated about the fact itself: the way of reading it changed.',
  documentReason:
    'The two values were read in different ways, or the document was rewritten in between, so they are not compared.',
  documentHolders: 'Nothing is stated about the fact itself: it was read in another way, or from a rewritten document.',
};

/**
 * Readings by different extractors are not compared. For a disclosed field, the unknown counts as material, so that no
 * filter hides it.
 */
export const comparable = defineRule({
  id: 'comparable',
  appliesTo: { comparison: 'any' },
  claim: 'Only readings made in the same way are compared.',
  texts,
  evaluate: (facts) => {
    if (facts.comparable) return null;
    const isDisclosure = facts.comparison === 'disclosure_field';
    if (!isDisclosure) return { ...notCompared(texts), final: true };
    const { documentReason: reason, documentHolders: holders } = texts;
    return { ...notCompared({ reason, holders }), materiality: 'material', final: true };
  },
});
