import { defineRule } from '../../rule.ts';
import { all } from '../dimensions.ts';

const texts = {
  reason: 'The document could not be read for a time and can be read again.',
  holders: 'The document can be read again at the address its issuer declared.',
};

export const sourceRestored = defineRule({
  id: 'source-restored',
  appliesTo: { comparison: 'source', kinds: ['source_restored'] },
  claim: 'A document that can be read again strengthens transparency.',
  texts,
  evaluate: () => ({ dimensions: all('strengthens', 'transparency'), ...texts }),
});
