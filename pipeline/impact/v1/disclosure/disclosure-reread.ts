import { defineRule } from '../../rule.ts';

const texts = {
  reason: 'The bytes of the source are the same as before; this program reads them differently.',
  holders: 'Nothing is stated about the token: only the reading of the same document differs.',
};

/** The extractor changed, not the document. */
export const disclosureReread = defineRule({
  id: 'disclosure-reread',
  appliesTo: { comparison: 'disclosure_field' },
  claim: 'Another reading of the same bytes is no change of the fact.',
  texts,
  evaluate: ({ sense }) =>
    sense === 'reread'
      ? {
          ...texts,
          direction: 'unassessed',
          status: 'unassessed',
          disposition: 'suppressed',
          method: 'none',
          materiality: 'editorial',
          final: true,
        }
      : null,
});
