import { defineRule } from '../../rule.ts';
import { all } from '../dimensions.ts';

const texts = {
  reason: 'The same party has the role; a source states other particulars of it.',
  holders: 'The parties of the token are the same as before.',
};

export const edgeDetail = defineRule({
  id: 'edge-detail',
  appliesTo: { comparison: 'party_edge', kinds: ['edge_detail_changed'] },
  claim: 'Other particulars of the same party are neutral.',
  texts,
  evaluate: () => ({ dimensions: all('neutral', 'transparency'), disposition: 'suppressed', ...texts }),
});
