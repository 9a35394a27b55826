import { defineRule } from '../rule.ts';
import { all } from './dimensions.ts';

const texts = {
  reason: 'The register states another comment; free text has no direction of its own.',
  holders: 'The comment of the register about the row is another; both wordings are quoted.',
};

export const registerComments = defineRule({
  id: 'register-comments',
  appliesTo: { comparison: 'register_column', meanings: ['comments'] },
  claim: 'A comment is quoted and neutral.',
  texts,
  evaluate: () => ({ dimensions: all('neutral', 'transparency'), ...texts }),
});
