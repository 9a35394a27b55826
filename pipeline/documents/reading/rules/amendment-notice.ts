import { changeWithoutNotice } from './amendment-power.ts';
import type { FieldRules } from './field-rules.ts';
import type { SentenceForm } from '../forms/form.ts';

/** The terms themselves: an agreement to arbitrate in them may have another notice. */
const changes = '(?:terms|agreement|conditions|user agreement)\\b(?! to (?:arbitrate|mediate))';
const noticeIn = (unit: string, slot: string): SentenceForm => ({
  id: `changes-with-notice-of-${unit}`,
  pattern: `\\b(?:chang|amend|modif|updat|var|revis)[a-z]{0,5} (?:to |of )?(?:any |all )?(?:of )?(?:these|this|the|our) ${changes}[^.;]{0,60}? (?:by )?(?:giving|providing|with|upon|on|give|provide)(?: you)?(?: with)? (?:at least |no less than |not less than |a minimum of )?${slot}(?: calendar)? ${unit}?'?(?: prior| advance| written){0,3},? notice\\b`,
  value: { days: `$${unit}`, count: 'calendar' },
  allowed: ['(?:no|not) less than', '(?:we|[\\p{L}]{2,30}) may (?:change|amend|modify|update|vary|revise)'],
});

const sentences: readonly SentenceForm[] = [
  {
    id: 'notice-of-changes-calendar',
    pattern: `\\b(?:give|provide|notify|inform)[^.;]{0,60}\\b(?:at least|no less than|not less than|a minimum of) {days}(?: calendar)? days'?(?: prior| advance| written){0,3}(?: notice)? (?:of|before|prior to) (?:any )?(?:changes? to|amendments? (?:of|to)) (?:these |the |this )?${changes}`,
    value: { days: '$days', count: 'calendar' },
    allowed: ['(?:no|not) less than'],
  },
  noticeIn('days', '{days}'),
  { ...noticeIn('months', '{months}'), because: ['wise'] },
  { ...changeWithoutNotice, value: null },
];

/** A sentence of how changes of the terms are announced: beside one, "without notice" is not all there is. */
const noticed =
  "^(?=.*\\b(?:terms|agreement)\\b)(?=.*\\b(?:chang|amend|modif|revis|updat))(?=.*\\b(?:(?<!\\b(?:date|time) )notif(?:y|ied|ication)|(?:prior|advance|written|reasonable|least|given|give you|with) notice|in advance|(?:days?|weeks?|months?)'?,? (?:\\w{1,40} )?notice)\\b)";

export const amendmentNotice: FieldRules = {
  field: 'amendment_notice',
  sentences,
  watched: noticed,
  words: ['notice', 'notif', 'advance', 'days', 'weeks', 'months'],
  kinds: ['terms', 'page'],
};
