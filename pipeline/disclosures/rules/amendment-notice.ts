import type { FieldRules } from './field-rules.ts';
import type { SentenceForm } from './form.ts';

const changes = '(?:terms|agreement|conditions|user agreement)';
const sentences: readonly SentenceForm[] = [
  {
    id: 'notice-of-changes-calendar',
    pattern: `\\b(?:give|provide|notify|inform)[^.;]{0,60}\\b(?:at least|no less than|not less than|a minimum of) {days}(?: calendar)? days'?(?: prior| advance| written)*(?: notice)? (?:of|before|prior to) (?:any )?(?:changes? to|amendments? (?:of|to)) (?:these |the |this )?${changes}`,
    value: { days: '$days', count: 'calendar' },
    allowed: ['(?:no|not) less than'],
  },
];

export const amendmentNotice: FieldRules = {
  field: 'amendment_notice',
  sentences,
  words: ['days'],
  kinds: ['terms', 'page'],
};
