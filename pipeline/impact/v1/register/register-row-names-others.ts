import { defineRule } from '../../rule.ts';
import { all } from '../dimensions.ts';

const texts = {
  none: 'The row named the token and names no identifier of any token now.',
  noneHolders: 'The row cannot be tied to the token by an identifier any more.',
  others: 'The row named the token and names other ones now.',
  othersHolders: 'What the register states in this row no longer is about the token.',
  issuer: 'The row named the issuer by its LEI and does not any more.',
  issuerHolders: 'What the register states in this row no longer is about the issuer.',
  again: 'The row names the token, or its issuer, again.',
  againHolders: 'What the register states in this row is about the token, or its issuer, again.',
};

/** A row that stays in the register and no longer names the token or its issuer, or names them again. */
export const registerRowNamesOthers = defineRule({
  id: 'register-row-names-others',
  appliesTo: { comparison: 'register_listed', kinds: ['register_detail_changed'] },
  claim:
    'A row that no longer names the token is neutral for transparency while it names other tokens and weakens it with no identifier left; one that no longer names the issuer, or names either again, is neutral.',
  texts,
  evaluate: ({ new: { matchedBy, nowNames } }) => {
    if (matchedBy === 'identifier' && nowNames?.identifiers.length === 0) {
      return { dimensions: all('weakens', 'transparency'), reason: texts.none, holders: texts.noneHolders };
    }
    const outcome = nowNames === undefined ? 'again' : matchedBy === 'identifier' ? 'others' : 'issuer';
    return { dimensions: all('neutral', 'transparency'), reason: texts[outcome], holders: texts[`${outcome}Holders`] };
  },
});
