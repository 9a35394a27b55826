import { defineRule } from '../../rule.ts';
import { notCompared } from '../not-compared.ts';

const texts = {
  reason:
    'The document was rewritten: less than three tenths of its text is left and more than half of it is new, or it is a document of another kind.',
  holders: 'The fields of the document are read from the new text. The effect of the rewriting is not assessed.',
  returned: 'The document was rewritten for a time and states again what it stated before.',
  returnedHolders: 'The document states what it stated before.',
};

export const sourceRewritten = defineRule({
  id: 'source-rewritten',
  appliesTo: { comparison: 'source', kinds: ['source_rewritten'] },
  claim: 'A document that was rewritten too far to be compared is reported and not assessed.',
  texts,
  evaluate: ({ hasReturned }) =>
    hasReturned === true
      ? { disposition: 'collapsed', reason: texts.returned, holders: texts.returnedHolders }
      : notCompared(texts),
});
