import { noticeAbroad } from './abroad/notice.ts';
import { changeWithoutNotice, ownPower } from './amendment-power.ts';
import { change, changes, atOnceWords, count, noticeInForce, type NoticeUnit, units } from './notice-in-force.ts';
import type { FieldRules } from './field-rules.ts';
import type { SentenceForm } from '../forms/form.ts';

const unless = [
  '(?:no|not) (?:less|later|fewer) than',
  'provided that (?=(?:it|we) (?:gives?|provides?)\\b)',
  '(?:we|[\\p{L}]{2,30}) may (?:change|amend|modify|update|vary|revise)',
];
/** What announces a change that is made: it is no condition of the notice. */
const announced = [
  '^if (?:we|[\\p{L}]{2,30}) (?:[\\p{L}]{3,20}ly )?(?:make|change|amend|modify|update|revise|propose)s?\\b[^.;]{0,120}?, (?=we )',
  `^(?:when|where|in case of) (?:changing|amending|modifying|updating|revising) (?:any part of )?(?:these|this|the|our) (?:[\\p{L}]{2,12} ){0,2}${changes}[^.;,]{0,40}, (?=(?:we|the [\\p{L}]{2,30}) )`,
  '^(?:when|where) (?:we|the [\\p{L}]{2,30}) (?:[\\p{L}]{3,20}ly )?(?:make|change|amend|modify|update|revise|propose)\\b[^.;]{0,120}?, (?=we )',
  '\\(if [^()]{0,100}\\)',
  ',? during which (?:period(?: of time)?,? )?you may [^.;]*',
  '^if the changes?,? [^.;]{0,60}?(?:are|is) material, (?=we )',
];
const allowed = [...unless, ...announced];
/** Terms as far as they are about something have a notice that is none for the others. */
const ofParts = '\\b(?:insofar|in so far|as far|to the extent) as? ?(?:that )?(?:they|it|these|this)\\b';
/** Who announces: not the holder, and no other party that announces something to holders. */
const subject =
  '(?!(?:you|partners|clients|investors|beneficiaries|customers|users|holders|suppliers?|exchanges?|banks?|custodians?|trustees?|agents?|auditors?|administrators?|providers?|partner|members|they|who|that|which|will|shall|must|may|can|to|not|and|or)\\b)';
/** What is announced to the issuer. */
const toIssuer = '\\b(?:notif(?:y|ies)|informs?|gives?|sends?|tells?|lets?|provides?) us\\b';
/** Holders, as those whom a notice is for. */
const recipients =
  '(?:you|(?:the |all |our )?(?:users|customers|clients|members|investors|shareholders|beneficiaries|(?:note|bond|token|unit|share)?holders))';
const noticeIn = (unit: NoticeUnit): SentenceForm => ({
  id: `changes-with-notice-of-${unit.id}`,
  pattern: `\\b(?:chang|amend|modif|updat|var|revis)[a-z]{0,5} (?:to |of )?(?:any |all )?(?:of )?(?:these|this|the|our) ${changes}[^.;]{0,100}? (?:by )?(?:giving|providing|with|upon|on|gives?|provides?)(?: ${recipients})?(?: with)? ${count(unit)}(?: prior| advance| written){0,3},? notice\\b`,
  value: unit.value,
  allowed,
  refused: ofParts,
});
const effect =
  '(?:(?:they|it|the (?:proposed |material |updated |new )?(?:changes?|amendments?|modifications?|terms)|such changes?) (?:(?:takes?|becomes?|comes?|goes?|go|enters?|(?:is|are) (?:made|due)) [^.;,]{0,20}?(?:effect|effective|force)|apply\\b|applies\\b)|the (?:changes?|amendments?|modifications?) tak(?:e|es|ing) effect|(?:the )?(?:proposed |intended |planned )?(?:date (?:of|for) )?(?:their|its|the) (?:proposed |intended |planned )?(?:entry into force|coming into (?:force|effect)|effective date|entry into effect)|the date (?:on which )?(?:they|the changes?|the amendments?) (?:becomes?|takes?) effect(?:ive)?|(?:their|the) effective date|the changes? (?:becoming|being) effective)';
/** Notice of something else, which takes effect as well. */
const ofOthers = `(?:notify|inform|(?:give|provide|send)(?: you| users| customers| members)?(?: a)? notice)(?: you| users| customers| members)? (?:of|about|regarding) (?!(?:[\\p{L}-]{1,20} ){0,4}(?:${change}|${changes}|it|them|this|that)\\b)`;
/** Changes of something else than the terms. */
const changesOfOthers = `\\b(?:${change}|increases?) (?:to|of|in) (?:(?:any|our|the|your|these|such|applicable) ){0,2}(?:fees?|prices?|pricing|charges?|rates?|privacy|cookies?|services?|products?|limits?|interest)\\b(?! (?:terms|agreement|conditions))`;
/** We notify of changes so many days before they take effect. */
const noticeBefore = (unit: NoticeUnit): SentenceForm => ({
  id: `notice-before-changes-of-${unit.id}`,
  pattern: `\\b${subject}(?:we|[\\p{L}]{2,30}) (?:(?:will|shall|must|(?:undertakes?|agrees?) to) )?(?!${ofOthers})(?:gives?|provides?|notify|notifies|informs?|sends?|announces?|proposes?|offers?|lets? you know)\\b[^.;]{0,200}?\\b${count(unit)}(?: prior| advance| written){0,3}(?: notice)?,? (?:before|prior to|in advance of) ${effect}`,
  value: unit.value,
  allowed,
  refused: `${changesOfOthers}|${toIssuer}`,
});
/** We give so many days of notice of changes. */
const periodOf = (unit: NoticeUnit): SentenceForm => ({
  id: `notice-of-${unit.id}-of-changes`,
  pattern: `\\b${subject}(?:we|[\\p{L}]{2,30}) (?:will|shall) (?:give|provide)(?: ${recipients})?(?: with)? ${count(unit)}(?: prior| advance| written){0,3} notice (?:(?:of|for|about|regarding) (?:(?:any|all|such|material|materially|adverse|significant|substantial) ){0,3}${change} (?:to|of|in) (?:these|this|the|our) ${changes}|by posting the (?:amended|revised|updated) terms|before (?:the|these|such) changes take effect)`,
  value: unit.value,
  allowed,
});
/** Changes are communicated so many days before they take effect. */
const announcedBefore = (unit: NoticeUnit): SentenceForm => ({
  id: `changes-announced-before-they-apply-of-${unit.id}`,
  pattern: `^(?:(?:any|all|material|such|these) ){0,2}${change} (?:to|of|in) (?:these|this|the|our) ${changes} (?:(?:will|shall|must) be|are) (?:announced|communicated|disclosed|made known|notified|published|provided|sent)[^.;]{0,120}? ${count(unit)}(?: prior| advance| written){0,3}(?: notice)?,? (?:in advance\\b|(?:before|prior to|in advance of) ${effect})`,
  value: unit.value,
  allowed,
});
/** Holders receive so many days of notice of changes. */
const received = (unit: NoticeUnit): SentenceForm => ({
  id: `holders-receive-notice-of-${unit.id}`,
  pattern: `^${recipients} (?:will|shall) (?:receive|be given|get|have) ${count(unit)}(?: prior| advance| written){0,3} notice (?:of|before) (?:(?:any|all|each|every|material) ){0,2}${change} (?:to|of|in) (?:these|this|the|our) ${changes}`,
  value: unit.value,
  allowed,
});
/** Holders are informed of changes so many days before they take effect. */
const informed = (unit: NoticeUnit): SentenceForm => ({
  id: `holders-informed-of-changes-before-${unit.id}`,
  pattern: `^${recipients} (?:(?:will|shall) be|are) (?:informed|notified|given notice) (?:of|about) (?:(?:any|all|each|every|material|such) ){0,2}${change}(?: (?:to|of|in) (?:these|this|the|our) ${changes})?[^.;]{0,80}? ${count(unit)}(?: prior| advance| written){0,3}(?: notice)?,? (?:before|prior to|in advance of) ${effect}`,
  value: unit.value,
  allowed,
  refused: changesOfOthers,
});
/** Changes of the terms are announced so many days in advance. */
const inAdvance = (unit: NoticeUnit): SentenceForm => ({
  id: `changes-announced-in-advance-of-${unit.id}`,
  pattern: `^we (?:(?:will|shall) )?(?:announce|publish|communicate|notify ${recipients} of|inform ${recipients} (?:of|about)) (?:(?:any|all|each|every|material) ){0,2}${change} (?:to|of|in) (?:these|this|the|our) ${changes}[^.;]{0,60}? ${count(unit)} in advance\\b`,
  value: unit.value,
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
  ...units.flatMap((unit): readonly SentenceForm[] => [
    noticeIn(unit),
    noticeBefore(unit),
    periodOf(unit),
    announcedBefore(unit),
    received(unit),
    informed(unit),
    inAdvance(unit),
  ]),
  // Terms that change without notice state no period, unless another sentence has the day on which changes apply.
  { ...changeWithoutNotice, value: null, absent: noticeWords, without: atOnceWords },
  { ...ownPower, value: null, absent: noticeWords, without: atOnceWords },
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
    ...['notice', 'notif', 'advance', 'days', 'weeks', 'months', 'effect', 'into force'],
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
