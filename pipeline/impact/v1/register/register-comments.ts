import { defineRule } from '../../rule.ts';
import { isBlank } from '../comparators.ts';
import { all } from '../dimensions.ts';

const texts = {
  stated: 'The row has a comment, which it did not have before; free text has no direction of its own.',
  statedHolders: 'The register comments on the row for the first time.',
  removed: 'The row has no comment any more; free text has no direction of its own.',
  removedHolders: 'The register no longer comments on the row.',
  reason: 'The comment on the row differs; free text has no direction of its own.',
  holders: 'The register comments on the row in other words than before; both wordings are quoted.',
};

export const registerComments = defineRule({
  id: 'register-comments',
  appliesTo: { comparison: 'register_column', meanings: ['comments'] },
  claim: 'A comment is quoted and neutral.',
  texts,
  evaluate: (facts) => {
    const dimensions = all('neutral', 'transparency');
    if (isBlank(facts.old)) return { dimensions, reason: texts.stated, holders: texts.statedHolders };
    if (isBlank(facts.new)) return { dimensions, reason: texts.removed, holders: texts.removedHolders };
    return { dimensions, reason: texts.reason, holders: texts.holders };
  },
});
