import { defineRule } from '../../rule.ts';
import { isBlank } from '../comparators.ts';
import { all } from '../dimensions.ts';

const texts = {
  stated: 'The register states the date, which it did not state before.',
  removed: 'The register no longer states the date.',
  moved: 'The register states another date than before.',
  holders: 'A date in the register alone does not alter what an authorisation or a white paper covers.',
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
  evaluate: (facts) => ({
    dimensions: all('neutral', 'legal_standing'),
    disposition: 'suppressed',
    reason: isBlank(facts.old) ? texts.stated : isBlank(facts.new) ? texts.removed : texts.moved,
    holders: texts.holders,
  }),
});
