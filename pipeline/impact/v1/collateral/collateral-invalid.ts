import { defineRule } from '../../rule.ts';
import { graded } from './graded.ts';
import { unassessed } from './unassessed.ts';

const texts = {
  reason: 'The published identifier is not valid, so it names no instrument.',
  holders: 'Which instrument the line of the report means is not established.',
};

export const collateralInvalid = defineRule({
  id: 'collateral-invalid',
  appliesTo: { comparison: 'collateral_invalid' },
  claim: 'An identifier that is not valid is stated and not assessed.',
  texts,
  evaluate: (facts) => ({
    ...unassessed(texts.reason, texts.holders),
    disposition: 'suppressed',
    ...graded(facts),
  }),
});
