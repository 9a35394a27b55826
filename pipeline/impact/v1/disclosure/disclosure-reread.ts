import { defineRule } from '../../rule.ts';
import { notCompared } from '../not-compared.ts';

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
    sense === 'reread' ? { ...notCompared(texts), materiality: 'editorial', final: true } : null,
});
