import { defineRule } from '../../rule.ts';
import { all } from '../dimensions.ts';

const texts = {
  reason: 'The register states another date than before, states one for the first time, or leaves it blank.',
  holders: 'A date in the register differs; a date alone does not alter what an authorisation or a white paper covers.',
};

/** A date that moves back, or that lies in the future, never counts as "not yet authorised". */
export const registerDates = defineRule({
  id: 'register-dates',
  appliesTo: {
    comparison: 'register_column',
    meanings: ['authorisation_date', 'white_paper_date', 'decision_date'],
  },
  claim: 'Dates of authorisation, notification and decision are routine facts and neutral.',
  texts,
  evaluate: () => ({ dimensions: all('neutral', 'legal_standing'), disposition: 'suppressed', ...texts }),
});
