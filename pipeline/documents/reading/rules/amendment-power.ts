import type { FieldRules } from './field-rules.ts';
import type { SentenceForm } from '../forms/form.ts';
import { whoAmends } from './notice-in-force.ts';

/** Terms that change without notice: there is no period of notice, either. */
export const changeWithoutNotice: Omit<SentenceForm, 'value'> = {
  id: 'terms-change-without-notice',
  pattern:
    '^(?:these|our|the|this) (?:terms(?: of (?:service|use)| and conditions)?|agreement) (?:may|can) (?:change|be (?:(?:changed|amended|modified|updated|revised|or|and),? ?){1,5})(?: ?by (?:us|[\\p{L}\\d.]{2,20}(?: [\\p{L}\\d.]{2,20}){0,3}))?(?:,? ?(?:at any time|from time to time|(?:at|in) our (?:sole )?discretion|and)){0,6},? without (?:any )?(?:prior |further )?notice\\b',
  allowed: [
    '(?:may|can) (?:change|be (?:changed|amended|modified|updated|revised))',
    'without (?:any )?(?:prior |further )?notice',
  ],
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

const change = '(?:change|amend|modify|revise|update|alter|supplement|replace|add to|vary)';
/** The power to change the terms themselves, as they word it: nothing in the sentence gives notice. */
export const ownPower: Omit<SentenceForm, 'value'> = {
  id: 'we-may-change-terms-without-notice',
  pattern: `^${whoAmends}${change}(?:(?:,| or| and| and/or|,? or) ${change}){0,4} (?:(?:all|any|part|parts|portions?|provisions?|or|of|the|any) ){0,6}(?:these|the|this|our) (?:user |service )?(?:terms|agreement|terms of (?:use|service)|terms and conditions)\\b(?:(?!\\b(?:fees?|services?|prices?|after|days?)\\b)[^.;]){0,260}?\\bwithout (?:any )?(?:advance |prior |further |previous )?(?:notice|notification)\\b`,
  allowed: [
    '(?:we|[\\p{L}\\d.]{2,30}) may',
    'without (?:any )?(?:advance |prior |further |previous )?(?:notice|notification)',
    'at any time',
  ],
};

/** The holders decide on changes, and nothing lets the issuer make some alone. */
const consent: SentenceForm = {
  id: 'changed-by-holders',
  pattern:
    '\\b(?:terms|conditions|terms and conditions|(?:class )?rights of (?:the )?[^.;,]{3,40}|class rights)(?: of the [\\p{L}]{3,20})? (?:(?:may|can)(?: only)? be (?:amended|varied|changed|modified)|(?:may|can) be (?:amended|varied|changed|modified) only)(?: only)? (?:by|with|by means of) (?:an?|the) (?:(?:prior|written|extraordinary|special|majority|and) ){0,3}(?:resolution|consent|approval) of (?:the )?(?:(?:holders|majority|two-thirds) of [^.;]{3,80}|(?:note|bond|token|unit|share)?holders)\\b',
  value: { code: 'holder_consent' },
  allowed: ['(?:may|can)(?: only)? be (?:amended|varied|changed|modified)'],
  without: '\\bwithout (?:the )?(?:prior )?(?:consent|approval) of\\b',
};

const sentences: readonly SentenceForm[] = [
  consent,
  { ...changeWithoutNotice, value: { code: 'no_notice' } },
  { ...ownPower, value: { code: 'no_notice' } },
  ...exit,
];

export const amendmentPower: FieldRules = {
  field: 'amendment_power',
  sentences,
  words: ['without', 'free of charge', 'holders'],
  kinds: ['terms', 'page'],
};
