import type { FieldRules } from './field-rules.ts';
import type { SentenceForm } from '../forms/form.ts';

/** Terms that change without notice: there is no period of notice, either. */
export const changeWithoutNotice: Omit<SentenceForm, 'value'> = {
  id: 'terms-change-without-notice',
  pattern:
    '^(?:these|our|the) terms(?: of (?:service|use))? may (?:change|be (?:changed|amended|modified))(?: by us| at any time| from time to time| at our (?:sole )?discretion|,| and){0,6} without (?:prior )?notice\\b',
  allowed: ['may (?:change|be (?:changed|amended|modified))', 'without (?:prior )?notice'],
};

const sentences: readonly SentenceForm[] = [{ ...changeWithoutNotice, value: { code: 'no_notice' } }];

export const amendmentPower: FieldRules = {
  field: 'amendment_power',
  sentences,
  words: ['without'],
  kinds: ['terms', 'page'],
};
