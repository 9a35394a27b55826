import { defineRule } from '../../rule.ts';
import { all } from '../dimensions.ts';

const texts = {
  reason: 'The parties in the role differ; what that means for holders depends on what is not stated.',
  added: 'A party is named in the role.',
  removed: 'A party is no longer named in the role.',
  other: 'Another party is named in the role than before.',
};

/** In place of the fallback, which would leave out that the event may be stated by another change. */
export const edgeUnjudged = defineRule({
  id: 'edge-unjudged',
  appliesTo: { comparison: 'party_edge' },
  claim: 'Another event in a role is stated and not assessed.',
  texts,
  evaluate: ({ event }, standing) =>
    standing === null
      ? {
          dimensions: all('unassessed', 'governance'),
          direction: 'unassessed',
          status: 'unassessed',
          reason: texts.reason,
          holders: event === 'added' || event === 'removed' ? texts[event] : texts.other,
        }
      : null,
});
