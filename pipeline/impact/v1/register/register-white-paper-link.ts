import { defineRule } from '../../rule.ts';
import { linkOf } from '../comparators.ts';
import { all } from '../dimensions.ts';

const texts = {
  added: 'The register gives a link to the white paper where it gave none.',
  addedHolders: 'The white paper can be reached through the register.',
  removed: 'The register no longer gives a link to the white paper.',
  removedHolders: 'The white paper can no longer be reached through the register.',
  moved: 'The link to the white paper leads to another host.',
  movedHolders: 'The register points to a white paper at another site.',
  renamed: 'The link to the white paper leads to another place on the same host.',
  renamedHolders: 'The register points to another document or place at the same site.',
  none: 'The register gave no link to the white paper and gives none now.',
  noneHolders: 'The white paper still cannot be reached through the register.',
};

export const registerWhitePaperLink = defineRule({
  id: 'register-white-paper-link',
  appliesTo: { comparison: 'register_column', meanings: ['white_paper_link'] },
  claim:
    'For transparency, a white paper link that is added strengthens, one that is removed weakens, another host is mixed, another place on the same host is neutral.',
  texts,
  evaluate: (facts) => {
    const before = linkOf(facts.old);
    const after = linkOf(facts.new);
    if (before === null && after === null) {
      return { dimensions: all('neutral', 'transparency'), reason: texts.none, holders: texts.noneHolders };
    }
    if (before === null) {
      return { dimensions: all('strengthens', 'transparency'), reason: texts.added, holders: texts.addedHolders };
    }
    if (after === null) {
      return { dimensions: all('weakens', 'transparency'), reason: texts.removed, holders: texts.removedHolders };
    }
    return before.host === after.host
      ? { dimensions: all('neutral', 'transparency'), reason: texts.renamed, holders: texts.renamedHolders }
      : { dimensions: all('mixed', 'transparency'), reason: texts.moved, holders: texts.movedHolders };
  },
});
