import type { FieldRules } from './field-rules.ts';
import type { SentenceForm } from '../forms/form.ts';

/** Terms that change without notice: there is no period of notice, either. */
export const changeWithoutNotice: Omit<SentenceForm, 'value'> = {
  id: 'terms-change-without-notice',
  pattern:
    '^(?:these|our|the) terms(?: of (?:service|use))? may (?:change|be (?:changed|amended|modified))(?: by us| at any time| from time to time| at our (?:sole )?discretion|,| and){0,6} without (?:prior )?notice\\b',
  allowed: ['may (?:change|be (?:changed|amended|modified))', 'without (?:prior )?notice'],
};

const leave =
  'you (?:can|may|have the right to|are entitled to) (?:immediately )?(?:terminate|end|close|cancel) [^.;]{0,60}\\b(?:without (?:any )?(?:additional )?(?:costs?|charges?|fees?|penalt(?:y|ies))|free of charge)\\b';
/** The right to leave, as the rules on payment services give it to users of framework contracts. */
const exit: readonly SentenceForm[] = [
  {
    id: 'leave-within-notice',
    because: ['wise'],
    pattern: `^if we (?:do this|make (?:any |such )?changes?[^.;,]{0,60}), ${leave}[^.;]{0,120}\\b(?:notice period|changes?)\\b`,
    value: { code: 'notice_with_exit' },
    allowed: ['if we (?:do|make)', 'you may', 'without'],
  },
  {
    id: 'leave-if-not-agreed',
    pattern: `^if you (?:do not|don't) (?:agree|accept|consent)[^.;,]{0,20}\\b(?:changes?|amendments?|modifications?)[^.;,]{0,40}, ${leave}`,
    value: { code: 'notice_with_exit' },
    allowed: ['if you (?:do not|don.t)', 'you may', 'without'],
  },
];

const sentences: readonly SentenceForm[] = [{ ...changeWithoutNotice, value: { code: 'no_notice' } }, ...exit];

export const amendmentPower: FieldRules = {
  field: 'amendment_power',
  sentences,
  words: ['without', 'free of charge'],
  kinds: ['terms', 'page'],
};
