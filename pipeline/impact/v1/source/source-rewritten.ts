import { defineRule } from '../../rule.ts';

const texts = {
  reason:
    'The document was rewritten: less than three tenths of its text is left and more than half of it is new, or it is a document of another kind.',
  holders: 'What the document states is read anew; nothing is stated about what the rewriting bears on.',
  returned: 'The document was rewritten for a time and states again what it stated before.',
  returnedHolders: 'The document states what it stated before.',
};

export const sourceRewritten = defineRule({
  id: 'source-rewritten',
  appliesTo: { comparison: 'source', kinds: ['source_rewritten'] },
  claim: 'A document that was rewritten past comparison is stated and not assessed.',
  texts,
  evaluate: ({ hasReturned }) =>
    hasReturned === true
      ? { disposition: 'collapsed', reason: texts.returned, holders: texts.returnedHolders }
      : {
          direction: 'unassessed',
          status: 'unassessed',
          disposition: 'suppressed',
          method: 'none',
          reason: texts.reason,
          holders: texts.holders,
        },
});
