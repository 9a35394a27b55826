import { tokenRegisters } from '../../../../schemas/terms/source-keys.ts';
import { defineRule } from '../../rule.ts';
import { all } from '../dimensions.ts';

const texts = {
  authorised: 'A register of authorised entities or notified white papers has a row that it did not have before.',
  authorisedHolders: 'The register states a notified or authorised activity of the entity named.',
  issuers:
    'A register of tokens has a row of the issuer that it did not have before; the row names no identifier of this token.',
  issuersHolders: 'The register states a notified activity of the issuer; it does not name this token.',
  nonCompliant: 'A register of non-compliant entities has a row that it did not have before.',
  nonCompliantHolders: 'The register states that an authority found an activity of the entity named not compliant.',
};

export const registerRowAdded = defineRule({
  id: 'register-row-added',
  appliesTo: { comparison: 'register_listed', kinds: ['register_added'] },
  claim:
    'A new row strengthens legal standing and transparency in a register of authorised entities; it is neutral in a register of tokens if it names no identifier of the asset, and weakens legal standing and participant protection in a register of non-compliant ones.',
  texts,
  parameters: { tokenRegisters },
  evaluate: ({ register, new: { polarity, matchedBy } }) => {
    if (polarity === 'authorised' && matchedBy === 'issuer' && tokenRegisters.includes(register)) {
      return { dimensions: all('neutral', 'legal_standing'), reason: texts.issuers, holders: texts.issuersHolders };
    }
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
