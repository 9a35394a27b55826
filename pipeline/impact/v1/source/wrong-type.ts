import { defineRule } from '../../rule.ts';
import { notCompared } from '../not-compared.ts';

const texts = {
  reason:
    'The address answers with something else than the document: a document of another kind, or a page for automated readers.',
  holders: 'Nothing is stated about the document itself: this answer is not compared with it.',
};

export const wrongType = defineRule({
  id: 'wrong-type',
  appliesTo: { comparison: 'source', kinds: ['content_drift'] },
  claim: 'An answer that is not the document is no evidence about it and is not assessed.',
  texts,
  evaluate: ({ event }) => (event === 'wrong_type' ? notCompared(texts) : null),
});
