import { defineRule } from '../../rule.ts';
import { isBlank } from '../comparators.ts';
import { all } from '../dimensions.ts';

const texts = {
  changed: 'The record states another legal form, category, country or registration of the entity.',
  changedHolders:
    'By the record, the entity named for the token is another kind of legal person, or registered elsewhere.',
  successor: 'The record names another successor of the entity.',
  successorHolders: 'By the record, another entity stands in for the one named for the token.',
  noSuccessor: 'The record no longer names a successor of the entity.',
  noSuccessorHolders: 'By the record, no other entity stands in for the one named for the token.',
};

/** The kind of legal person behind an LEI, and its successor. */
export const gleifEntityFacts = defineRule({
  id: 'gleif-entity-facts',
  appliesTo: {
    comparison: 'register_column',
    meanings: ['entity_category', 'legal_form', 'registration_number', 'country', 'successor'],
  },
  claim:
    'Another legal form, category, country or registration of a legal entity, or a successor of it, is mixed for legal standing.',
  texts,
  evaluate: ({ meaning, old, new: current }) => {
    if ((current ?? old)?.matchedBy !== 'party') return null;
    if (meaning === 'successor') {
      return isBlank(current)
        ? { dimensions: all('neutral', 'legal_standing'), reason: texts.noSuccessor, holders: texts.noSuccessorHolders }
        : { dimensions: all('mixed', 'legal_standing'), reason: texts.successor, holders: texts.successorHolders };
    }
    return isBlank(old) || isBlank(current)
      ? null
      : { dimensions: all('mixed', 'legal_standing'), reason: texts.changed, holders: texts.changedHolders };
  },
});
