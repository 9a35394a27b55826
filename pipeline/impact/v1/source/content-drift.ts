import { defineRule } from '../../rule.ts';
import { all } from '../dimensions.ts';

const texts = {
  reason: 'Text or links of the document differ from its earlier capture.',
  holders: 'The document differs; a field that it states otherwise is a change of its own.',
  returned: 'Text or links of the document differed for a short time and are as before.',
  returnedHolders: 'The document states what it stated before.',
};

export const contentDrift = defineRule({
  id: 'content-drift',
  appliesTo: { comparison: 'source', kinds: ['content_drift'] },
  claim: 'A document that differs is neutral: what its fields state is assessed field by field.',
  texts,
  evaluate: ({ event, hasReturned }) => {
    if (event !== 'content_drift') return null;
    const dimensions = all('neutral', 'transparency');
    return hasReturned === true
      ? { dimensions, disposition: 'collapsed', reason: texts.returned, holders: texts.returnedHolders }
      : { dimensions, disposition: 'suppressed', reason: texts.reason, holders: texts.holders };
  },
});
