import { defineRule } from '../../rule.ts';
import { all } from '../dimensions.ts';

const texts = {
  reason: 'The comment on the row differs; free text has no direction of its own.',
  holders: 'The register comments on the row in other words than before; both wordings are quoted.',
};

export const registerComments = defineRule({
  id: 'register-comments',
  appliesTo: { comparison: 'register_column', meanings: ['comments'] },
  claim: 'A comment is quoted and neutral.',
  texts,
  evaluate: () => ({ dimensions: all('neutral', 'transparency'), ...texts }),
});
