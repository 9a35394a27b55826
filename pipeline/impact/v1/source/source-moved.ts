import { defineRule } from '../../rule.ts';
import { all } from '../dimensions.ts';

const texts = {
  similar: 'Another site publishes the document, with at least nine tenths of its text.',
  similarHolders: 'The document is published on another site, in the text of before or nearly so.',
  different: 'Another site publishes the document, with another text.',
  differentHolders: 'The document is published on another site and states other things than before.',
  uncompared: 'Another site publishes the document; the two texts were not compared.',
  uncomparedHolders: 'The document is published on another site; whether it states the same is not assessed.',
};

export const sourceMoved = defineRule({
  id: 'source-moved',
  appliesTo: { comparison: 'source', kinds: ['source_moved'] },
  claim: 'A document on another site is neutral while its text is kept, and mixed for transparency when it is not.',
  texts,
  evaluate: ({ isSimilar }) => {
    if (isSimilar === null) {
      return {
        dimensions: all('unassessed', 'transparency'),
        direction: 'unassessed',
        status: 'unassessed',
        reason: texts.uncompared,
        holders: texts.uncomparedHolders,
      };
    }
    return isSimilar
      ? {
          dimensions: all('neutral', 'transparency'),
          disposition: 'suppressed',
          reason: texts.similar,
          holders: texts.similarHolders,
        }
      : { dimensions: all('mixed', 'transparency'), reason: texts.different, holders: texts.differentHolders };
  },
});
