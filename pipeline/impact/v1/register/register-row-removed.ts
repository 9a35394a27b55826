import { defineRule } from '../../rule.ts';
import { all } from '../dimensions.ts';

const texts = {
  authorised: 'A register of authorised entities or notified white papers no longer has the row.',
  authorisedHolders: 'The register no longer states the notified or authorised activity of the entity named.',
  nonCompliant: 'A register of non-compliant entities no longer has the row.',
  nonCompliantHolders: 'The register no longer states that an activity of the entity named is not compliant.',
};

export const registerRowRemoved = defineRule({
  id: 'register-row-removed',
  appliesTo: { comparison: 'register_listed', kinds: ['register_removed'] },
  claim:
    'A removed row weakens legal standing and transparency in a register of authorised entities; it strengthens legal standing in a register of non-compliant ones.',
  texts,
  evaluate: ({ new: { polarity } }) => {
    if (polarity === 'authorised') {
      return {
        dimensions: all('weakens', 'legal_standing', 'transparency'),
        reason: texts.authorised,
        holders: texts.authorisedHolders,
      };
    }
    if (polarity !== 'non_compliant') return null;
    return {
      dimensions: all('strengthens', 'legal_standing'),
      reason: texts.nonCompliant,
      holders: texts.nonCompliantHolders,
    };
  },
});
