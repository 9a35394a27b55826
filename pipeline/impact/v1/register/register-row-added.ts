import { defineRule } from '../../rule.ts';
import { all } from '../dimensions.ts';

const texts = {
  authorised: 'A register of authorised entities or notified white papers has a row that it did not have before.',
  authorisedHolders: 'The register states a notified or authorised activity of the entity named.',
  nonCompliant: 'A register of non-compliant entities has a row that it did not have before.',
  nonCompliantHolders: 'The register states that an authority found an activity of the entity named not compliant.',
};

export const registerRowAdded = defineRule({
  id: 'register-row-added',
  appliesTo: { comparison: 'register_listed', kinds: ['register_added'] },
  claim:
    'A new row strengthens legal standing and transparency in a register of authorised entities; it weakens legal standing and participant protection in a register of non-compliant ones.',
  texts,
  evaluate: ({ new: { polarity } }) => {
    if (polarity === 'authorised') {
      return {
        dimensions: all('strengthens', 'legal_standing', 'transparency'),
        reason: texts.authorised,
        holders: texts.authorisedHolders,
      };
    }
    if (polarity !== 'non_compliant') return null;
    return {
      dimensions: all('weakens', 'legal_standing', 'participant_protection'),
      reason: texts.nonCompliant,
      holders: texts.nonCompliantHolders,
    };
  },
});
