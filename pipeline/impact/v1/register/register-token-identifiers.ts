import { defineRule } from '../../rule.ts';
import { identifierDelta, namesNone } from '../comparators.ts';
import { all } from '../dimensions.ts';

const texts = {
  none: 'The row no longer names an identifier of a token in any of its columns.',
  noneHolders: 'The row cannot be tied to a token by an identifier any more.',
  moved: 'The identifiers moved to another column of the same row.',
  movedHolders: 'The row names the same tokens as before.',
  more: 'The row names further identifiers and still those it named before.',
  moreHolders: 'The row names further tokens, or the token on further chains.',
  others: 'The row no longer names every identifier it named before, and still names some.',
  othersHolders: 'The row names other tokens than before, or the token on other chains.',
};

/** Digital Token Identifiers and their functionally fungible groups, ISO 24165. */
export const registerTokenIdentifiers = defineRule({
  id: 'register-token-identifiers',
  appliesTo: { comparison: 'register_column', meanings: ['dti', 'ffg'] },
  claim:
    'Identifiers of a token that are added, or that move to another column of the row, are neutral for transparency; none left in the row weakens it.',
  texts,
  evaluate: (facts) => {
    const { added, removed } = identifierDelta(facts.old, facts.new);
    if (removed.length > 0 && namesNone(facts.new)) {
      return { dimensions: all('weakens', 'transparency'), reason: texts.none, holders: texts.noneHolders };
    }
    const outcome = removed.length > 0 ? 'others' : added.length > 0 ? 'more' : 'moved';
    return { dimensions: all('neutral', 'transparency'), reason: texts[outcome], holders: texts[`${outcome}Holders`] };
  },
});
