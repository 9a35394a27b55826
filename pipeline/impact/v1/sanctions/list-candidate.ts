import { matchConfidence } from '../../confidence.ts';
import { defineRule } from '../../rule.ts';

const texts = {
  reason: 'The entry resembles what the asset names; no exact identifier ties the two.',
  holders: 'Whether the entry of the list concerns the token is not established.',
};

export const listCandidate = defineRule({
  id: 'list-candidate',
  appliesTo: { comparison: 'list_match', kinds: ['list_candidate'] },
  claim: 'A match without an exact identifier is a candidate and is not assessed.',
  texts,
  evaluate: ({ new: match }) => ({
    direction: 'unassessed',
    status: 'unassessed',
    disposition: 'held',
    ...(match === null ? {} : { confidence: matchConfidence[match.level] }),
    ...texts,
  }),
});
