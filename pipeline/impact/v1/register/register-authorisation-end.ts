import { defineRule } from '../../rule.ts';
import { dateMove } from '../comparators.ts';
import { all } from '../dimensions.ts';

const texts = {
  ends: 'The register states an end of the authorisation where it stated none, or an earlier one.',
  endsHolders: 'By the register, the authorisation of the entity has an end.',
  emptied: 'The register no longer states an end of the authorisation.',
  emptiedHolders: 'By the register, the authorisation of the entity has no end.',
  moved: 'The register states another end of the authorisation, which is not an earlier one.',
  movedHolders: 'By the register, the authorisation of the entity still has an end.',
};

export const registerAuthorisationEnd = defineRule({
  id: 'register-authorisation-end',
  appliesTo: { comparison: 'register_column', meanings: ['authorisation_end'] },
  claim:
    'A stated end of the authorisation weakens legal standing and participant protection; its removal strengthens them.',
  texts,
  evaluate: (facts) => {
    switch (dateMove(facts.old, facts.new)) {
      case 'set':
      case 'earlier':
        return {
          dimensions: all('weakens', 'legal_standing', 'participant_protection'),
          reason: texts.ends,
          holders: texts.endsHolders,
        };
      case 'emptied':
        return {
          dimensions: all('strengthens', 'legal_standing', 'participant_protection'),
          reason: texts.emptied,
          holders: texts.emptiedHolders,
        };
      case 'later':
      case 'unreadable':
        return { dimensions: all('neutral', 'legal_standing'), reason: texts.moved, holders: texts.movedHolders };
    }
  },
});
