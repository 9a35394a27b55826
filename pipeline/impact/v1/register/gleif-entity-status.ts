import { defineRule } from '../../rule.ts';
import { all } from '../dimensions.ts';

const texts = {
  inactive: 'The record states that the entity is no longer legally registered or operating.',
  inactiveHolders: 'By the record, the entity named for the token does not operate any more.',
  active: 'The record states that the entity is legally registered and operating where it stated that it was not.',
  activeHolders: 'By the record, the entity named for the token operates.',
  unstated: 'The record states no status of the entity any more, or states one again.',
  unstatedHolders: 'Whether the entity operates is not stated on both dates.',
};

/** GLEIF's status of the entity behind an LEI. */
export const gleifEntityStatus = defineRule({
  id: 'gleif-entity-status',
  appliesTo: { comparison: 'register_column', meanings: ['entity_status'] },
  claim:
    'An entity that becomes inactive weakens legal standing and participant protection; one that is active again strengthens them.',
  texts,
  evaluate: ({ old, new: current }) => {
    const [before, after] = [old?.text, current?.text];
    if (after === 'INACTIVE') {
      return {
        dimensions: all('weakens', 'legal_standing', 'participant_protection'),
        reason: texts.inactive,
        holders: texts.inactiveHolders,
      };
    }
    if (before === 'INACTIVE' && after === 'ACTIVE') {
      return {
        dimensions: all('strengthens', 'legal_standing', 'participant_protection'),
        reason: texts.active,
        holders: texts.activeHolders,
      };
    }
    return before === 'NULL' || after === 'NULL'
      ? { dimensions: all('neutral', 'legal_standing'), reason: texts.unstated, holders: texts.unstatedHolders }
      : null;
  },
});
