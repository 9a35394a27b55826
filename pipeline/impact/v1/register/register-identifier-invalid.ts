import { defineRule } from '../../rule.ts';
import { isBlank } from '../comparators.ts';
import { all } from '../dimensions.ts';

const texts = {
  reason: 'The register states an identifier for the entity that is no valid LEI.',
  holders: 'By the identifier in the row, the entity cannot be found in other registers.',
};

/** A valid new LEI has the kind `register_corrected`, so the new identifier here fails its check. */
export const registerIdentifierInvalid = defineRule({
  id: 'register-identifier-invalid',
  appliesTo: { comparison: 'register_column', kinds: ['register_detail_changed'], meanings: ['lei'] },
  claim: 'An entity identifier that is replaced by one that is not valid weakens transparency.',
  texts,
  evaluate: (facts) =>
    isBlank(facts.old) || isBlank(facts.new) ? null : { dimensions: all('weakens', 'transparency'), ...texts },
});
