import type { FieldRules } from './field-rules.ts';
import type { SentenceForm } from './form.ts';

const sentences: readonly SentenceForm[] = [
  {
    id: 'terms-change-without-notice',
    pattern:
      '\\bterms(?: of (?:service|use))? may (?:change|be (?:changed|amended|modified))\\b[^.;]{0,40}\\bwithout (?:prior )?notice\\b',
    value: { code: 'no_notice' },
    allowed: ['may (?:change|be (?:changed|amended|modified))', 'without (?:prior )?notice'],
  },
];

export const amendmentPower: FieldRules = {
  field: 'amendment_power',
  sentences,
  words: ['without'],
  kinds: ['terms', 'page'],
};
