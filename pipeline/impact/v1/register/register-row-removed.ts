import { tokenRegisters } from '../../../../schemas/terms/source-keys.ts';
import { defineRule } from '../../rule.ts';
import { all } from '../dimensions.ts';

const texts = {
  authorised: 'A register of authorised entities or notified white papers no longer has the row.',
  authorisedHolders: 'The register no longer states the notified or authorised activity of the entity named.',
  issuers: 'A register of tokens no longer has a row of the issuer; the row named no identifier of this token.',
  issuersHolders: 'The register no longer states a notified activity of the issuer; the row was not about this token.',
  nonCompliant: 'A register of non-compliant entities no longer has the row.',
  nonCompliantHolders: 'The register no longer states that an activity of the entity named is not compliant.',
};

export const registerRowRemoved = defineRule({
  id: 'register-row-removed',
  appliesTo: { comparison: 'register_listed', kinds: ['register_removed'] },
  claim:
    'A removed row weakens legal standing and transparency in a register of authorised entities; it is neutral in a register of tokens if it named no identifier of the asset, and strengthens legal standing in a register of non-compliant ones.',
  texts,
  parameters: { tokenRegisters },
  evaluate: ({ register, new: { polarity, matchedBy } }) => {
    if (polarity === 'authorised' && matchedBy === 'issuer' && tokenRegisters.includes(register)) {
      return { dimensions: all('neutral', 'legal_standing'), reason: texts.issuers, holders: texts.issuersHolders };
    }
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
