import { defineRule } from '../rule.ts';
import { membersOf, setDelta } from './comparators.ts';
import { all } from './dimensions.ts';

const texts = {
  none: 'The register no longer names an identifier of the token.',
  noneHolders: 'The row cannot be tied to a token by an identifier any more.',
  some: 'The register still names identifiers of the token.',
  someHolders: 'The row names other tokens, or tokens on other chains, than before.',
};

/** Digital Token Identifiers and their functionally fungible groups, ISO 24165. */
export const registerTokenIdentifiers = defineRule({
  id: 'register-token-identifiers',
  appliesTo: { comparison: 'register_column', meanings: ['dti', 'ffg'] },
  claim: 'Added token identifiers are neutral for transparency; none left weakens it.',
  texts,
  evaluate: (facts) => {
    const { removed } = setDelta(facts.old, facts.new);
    return removed.length > 0 && membersOf(facts.new).length === 0
      ? { dimensions: all('weakens', 'transparency'), reason: texts.none, holders: texts.noneHolders }
      : { dimensions: all('neutral', 'transparency'), reason: texts.some, holders: texts.someHolders };
  },
});
