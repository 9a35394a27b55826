import { defineRule } from '../../rule.ts';
import { all } from '../dimensions.ts';

const texts = {
  reason: 'The record states another renewal date, LEI issuer or further name of the entity.',
  holders: 'The entity and its registration are stated as before.',
};

export const gleifAdministrative = defineRule({
  id: 'gleif-administrative',
  appliesTo: {
    comparison: 'register_column',
    meanings: ['other_names', 'previous_names', 'next_renewal', 'managing_lou'],
  },
  claim: 'Renewal date, LEI issuer and further names are administrative facts and neutral.',
  texts,
  evaluate: () => ({ dimensions: all('neutral', 'transparency'), disposition: 'suppressed', ...texts }),
});
