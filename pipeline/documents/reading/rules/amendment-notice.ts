import { noticeAbroad } from './abroad/notice.ts';
import { changeWithoutNotice } from './amendment-power.ts';
import { change, changes, count, noticeInForce } from './notice-in-force.ts';
import type { FieldRules } from './field-rules.ts';
import type { SentenceForm } from '../forms/form.ts';

const unless = [
  '(?:no|not) (?:less|later) than',
  '(?:we|[\\p{L}]{2,30}) may (?:change|amend|modify|update|vary|revise)',
];
/** What announces a change that is made: it is no condition of the notice. */
const announced = [
  '^if (?:we|[\\p{L}]{2,30}) (?:[\\p{L}]{3,20}ly )?(?:make|change|amend|modify|update|revise|propose)s?\\b[^.;]{0,120}?, (?=we )',
  '^(?:when|where) we (?:[\\p{L}]{3,20}ly )?(?:make|change|amend|modify|update|revise|propose)\\b[^.;]{0,120}?, (?=we )',
  '\\(if [^()]{0,100}\\)',
  ',? during which (?:period(?: of time)?,? )?you may [^.;]*',
  '^if the changes?,? [^.;]{0,60}?(?:are|is) material, (?=we )',
];
const allowed = [...unless, ...announced];
const value = (unit: string): SentenceForm['value'] => ({ days: `$${unit}`, count: 'calendar' });
/** Terms as far as they are about something have a notice that is none for the others. */
const ofParts = '\\b(?:insofar|in so far|as far|to the extent) as? ?(?:that )?(?:they|it|these|this)\\b';
const noticeIn = (unit: string): SentenceForm => ({
  id: `changes-with-notice-of-${unit}`,
  pattern: `\\b(?:chang|amend|modif|updat|var|revis)[a-z]{0,5} (?:to |of )?(?:any |all )?(?:of )?(?:these|this|the|our) ${changes}[^.;]{0,60}? (?:by )?(?:giving|providing|with|upon|on|give|provide)(?: you)?(?: with)? ${count(unit)}(?: prior| advance| written){0,3},? notice\\b`,
  value: value(unit),
  allowed,
  refused: ofParts,
});
const effect =
  '(?:(?:they|it|the (?:proposed |material |updated |new )?(?:changes?|amendments?|modifications?|terms)|such changes?) (?:takes?|becomes?|comes?|goes?|go|enters?|(?:is|are) (?:made|due)) [^.;,]{0,20}?(?:effect|effective|force)|the (?:changes?|amendments?|modifications?) tak(?:e|es|ing) effect|the date (?:on which )?(?:they|the changes?|the amendments?) (?:becomes?|takes?) effect(?:ive)?|(?:their|the) effective date|the changes? (?:becoming|being) effective)';
/** Notice of something else, which takes effect as well. */
const ofOthers = `(?:notify|inform|(?:give|provide|send)(?: you| users| customers| members)?(?: a)? notice)(?: you| users| customers| members)? (?:of|about|regarding) (?!(?:[\\p{L}-]{1,20} ){0,4}(?:${change}|${changes}|it|them|this|that)\\b)`;
/** Changes of something else than the terms. */
const changesOfOthers = `\\b(?:${change}|increases?) (?:to|of|in) (?:(?:any|our|the|your|these|such|applicable) ){0,2}(?:fees?|prices?|pricing|charges?|rates?|privacy|cookies?|services?|products?|limits?|interest)\\b(?! (?:terms|agreement|conditions))`;
/** We notify of changes so many days before they take effect. */
const noticeBefore = (unit: string): SentenceForm => ({
  id: `notice-before-changes-of-${unit}`,
  pattern: `\\b(?:we|[\\p{L}]{2,30}) (?:will|shall) (?!${ofOthers})(?:give|provide|notify|inform|send|announce)\\b[^.;]{0,200}?\\b${count(unit)}(?: prior| advance| written){0,3}(?: notice)?,? (?:before|prior to|in advance of) ${effect}`,
  value: value(unit),
  allowed,
  refused: changesOfOthers,
});
/** We give so many days of notice of changes. */
const periodOf = (unit: string): SentenceForm => ({
  id: `notice-of-${unit}-of-changes`,
  pattern: `\\b(?:we|[\\p{L}]{2,30}) (?:will|shall) (?:give|provide)(?: you| users| customers)?(?: with)? ${count(unit)}(?: prior| advance| written){0,3} notice (?:(?:of|for|about|regarding) (?:(?:any|all|such|material|materially|adverse|significant|substantial) ){0,3}${change} (?:to|of|in) (?:these|this|the|our) ${changes}|by posting the (?:amended|revised|updated) terms|before (?:the|these|such) changes take effect)`,
  value: value(unit),
  allowed,
});
/** Changes are communicated so many days before they take effect. */
const announcedBefore = (unit: string): SentenceForm => ({
  id: `changes-announced-before-they-apply-of-${unit}`,
  pattern: `^(?:(?:any|all|material|such|these) ){0,2}${change} (?:to|of|in) (?:these|this|the|our) ${changes} (?:(?:will|shall|must) be|are) (?:announced|communicated|disclosed|made known|notified|published|provided|sent)[^.;]{0,120}? ${count(unit)}(?: prior| advance| written){0,3}(?: notice)?,? (?:before|prior to|in advance of) ${effect}`,
  value: value(unit),
  allowed,
});
/** Words of a notice to holders: beside one, "without notice" is not all there is. */
const noticeWords = [
  'prior notice of',
  'advance notice',
  "days' notice",
  'days notice',
  'notify you of',
  'give you notice',
  'will notify you',
  'let you know',
  'in advance',
];

const sentences: readonly SentenceForm[] = [
  {
    id: 'notice-of-changes-calendar',
    pattern: `\\b(?:give|provide|notify|inform)[^.;]{0,60}\\b(?:at least|no less than|not less than|a minimum of) {days}(?: calendar)? days'?(?: prior| advance| written){0,3}(?: notice)? (?:of|before|prior to) (?:any )?(?:changes? to|amendments? (?:of|to)) (?:these |the |this )?${changes}`,
    value: { days: '$days', count: 'calendar' },
    allowed: ['(?:no|not) less than'],
  },
  ...['days', 'months'].flatMap((unit): readonly SentenceForm[] => [
    noticeIn(unit),
    noticeBefore(unit),
    periodOf(unit),
    announcedBefore(unit),
  ]),
  { ...changeWithoutNotice, value: null, absent: noticeWords },
  ...noticeInForce(noticeWords),
  ...noticeAbroad,
];

/** A period of days for changes in words of no form. */
const watched = `^(?!.*\\b(?:arbitrat|your notice|send(?:ing)? us|notify(?:ing)? us|notice to us|give us|notification of your))(?=.*\\b(?:terms|agreement)\\b)(?=.*\\b(?:chang|amend|modif|revis|updat))(?=.*\\b(?:notice|notif|advance|prior to|before))(?=.*\\b(?:days?|weeks?|months?)\\b)`;

/** An agreement to arbitrate has changes of its own. */
const aside = '\\b(?:agreement to (?:arbitrate|mediate)|arbitration agreement)\\b';

export const amendmentNotice: FieldRules = {
  field: 'amendment_notice',
  sentences,
  watched,
  aside,
  words: [
    ...['notice', 'notif', 'advance', 'days', 'weeks', 'months', 'effective', 'immediate effect'],
    ...[
      'jours',
      'semaines',
      'mois',
      'tage',
      'wochen',
      'monat',
      'días',
      'semanas',
      'mes',
      'giorni',
      'settimane',
      'dagen',
      'weken',
      'maand',
    ],
  ],
  kinds: ['terms', 'page'],
};
