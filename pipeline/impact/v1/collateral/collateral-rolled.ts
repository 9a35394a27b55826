import { defineRule } from '../../rule.ts';
import { all } from '../dimensions.ts';
import { graded } from './graded.ts';

const texts = {
  reason: 'Matured instruments were replaced by others of the same class.',
  holders: 'The reserve holds instruments of the same class as before.',
};

export const collateralRolled = defineRule({
  id: 'collateral-rolled',
  appliesTo: { comparison: 'collateral_rolled' },
  claim: 'Matured instruments that others of the same class replace are neutral and shown as one event.',
  texts,
  evaluate: (facts) => ({
    dimensions: all('neutral', 'reserve_quality'),
    disposition: 'collapsed',
    ...texts,
    ...graded(facts),
  }),
});
