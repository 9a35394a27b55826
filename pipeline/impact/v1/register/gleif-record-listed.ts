import { defineRule } from '../../rule.ts';
import { all } from '../dimensions.ts';

const texts = {
  added: 'An index of legal entities has a record of the LEI that it lacked.',
  addedHolders: 'Who the entity named for the token is can be read in the index.',
  removed: 'An index of legal entities no longer has the record of the LEI.',
  removedHolders: 'Who the entity named for the token is can no longer be read in the index.',
};

/** LEI records that appear or disappear. */
export const gleifRecordListed = defineRule({
  id: 'gleif-record-listed',
  appliesTo: { comparison: 'register_listed', kinds: ['register_added', 'register_removed'] },
  claim: 'A record of a legal entity strengthens transparency; one that is gone weakens it.',
  texts,
  evaluate: ({ kind, new: current }) => {
    if (current.polarity !== 'identity') return null;
    return kind === 'register_added'
      ? { dimensions: all('strengthens', 'transparency'), reason: texts.added, holders: texts.addedHolders }
      : { dimensions: all('weakens', 'transparency'), reason: texts.removed, holders: texts.removedHolders };
  },
});
