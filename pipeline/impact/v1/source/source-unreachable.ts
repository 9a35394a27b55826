import { defineRule } from '../../rule.ts';
import { all } from '../dimensions.ts';

const texts = {
  reason: 'Several checks in a row did not read the document.',
  holders: 'The document cannot be read at the address its issuer declared.',
};

export const sourceUnreachable = defineRule({
  id: 'source-unreachable',
  appliesTo: { comparison: 'source', kinds: ['source_unreachable'] },
  claim: 'A document that cannot be read over several checks weakens transparency.',
  texts,
  evaluate: () => ({ dimensions: all('weakens', 'transparency'), ...texts }),
});
