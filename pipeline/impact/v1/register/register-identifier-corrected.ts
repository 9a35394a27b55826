import { defineRule } from '../../rule.ts';
import { all } from '../dimensions.ts';

const texts = {
  reason: 'The register states another identifier for the entity on the same row.',
  holders: 'The row is the same; the register identifies its entity by another LEI.',
};

export const registerIdentifierCorrected = defineRule({
  id: 'register-identifier-corrected',
  appliesTo: { comparison: 'register_column', kinds: ['register_corrected'], meanings: ['lei'] },
  claim: 'A corrected entity identifier on the same row is neutral.',
  texts,
  evaluate: () => ({ dimensions: all('neutral', 'legal_standing'), ...texts }),
});
