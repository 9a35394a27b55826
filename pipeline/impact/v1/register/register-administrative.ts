import { defineRule } from '../../rule.ts';
import { all } from '../dimensions.ts';

const texts = {
  reason: 'The register states another address, site or trading name of the entity.',
  holders: 'By the register, the entity has other contact details or another trading name.',
};

export const registerAdministrative = defineRule({
  id: 'register-administrative',
  appliesTo: { comparison: 'register_column', meanings: ['address', 'website', 'commercial_name'] },
  claim: 'Address, website and trading name are administrative facts and neutral.',
  texts,
  evaluate: () => ({ dimensions: all('neutral', 'legal_standing'), disposition: 'suppressed', ...texts }),
});
