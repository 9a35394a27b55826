import { defineRule } from '../rule.ts';
import { all } from './dimensions.ts';

const texts = {
  reason: 'The register states another date of an event that already was stated, or states it for the first time.',
  holders: 'The date by the register is another; what the authorisation covers is not stated differently.',
};

/** A date that moves back or lies ahead is never read as "not yet authorised". */
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
