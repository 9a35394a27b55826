import { defineRule } from '../../rule.ts';
import { isBlank } from '../comparators.ts';
import { all } from '../dimensions.ts';

const texts = {
  stated: 'The register states a fact that it left blank before.',
  statedHolders: 'The register states one more fact about the entity.',
  blanked: 'The register leaves a fact blank that it stated before.',
  blankedHolders: 'The register states one fact less about the entity.',
};

/** Columns that identify the entity and its authorisation, stated for the first time or left blank. */
export const registerCellStated = defineRule({
  id: 'register-cell-stated',
  appliesTo: {
    comparison: 'register_column',
    meanings: [
      'authority',
      'country',
      'authorisation_kind',
      'legal_name',
      'lei',
      'service_provider',
      'lei_status',
      'entity_status',
      'entity_category',
      'legal_form',
      'registration_number',
    ],
  },
  claim: 'A fact stated for the first time strengthens transparency; one that is not stated any more weakens it.',
  texts,
  evaluate: (facts) => {
    const stated = isBlank(facts.old);
    if (stated === isBlank(facts.new)) return null;
    return stated
      ? { dimensions: all('strengthens', 'transparency'), reason: texts.stated, holders: texts.statedHolders }
      : { dimensions: all('weakens', 'transparency'), reason: texts.blanked, holders: texts.blankedHolders };
  },
});
