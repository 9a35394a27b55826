import { defineRule } from '../../rule.ts';

const texts = { reason: 'Another change states the same event.' };

/** Behind the other rules of the family, so that a change that nothing else judges falls back as any other. */
export const edgeReported = defineRule({
  id: 'edge-reported',
  appliesTo: { comparison: 'party_edge' },
  claim: 'A change of parties that another change states already is collapsed into it.',
  texts,
  evaluate: ({ isReportedElsewhere }, standing) =>
    isReportedElsewhere && standing !== null && standing.disposition === 'shown'
      ? { disposition: 'collapsed', ...texts }
      : null,
});
