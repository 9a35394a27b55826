/** When changed terms come into force: so many days after they are published, or at once. */
import type { SentenceForm } from '../forms/form.ts';

/** The terms themselves: an agreement to arbitrate in them may have another notice. */
export const changes = '(?:terms|agreement|conditions|user agreement)\\b(?! to (?:arbitrate|mediate))';
const least = '(?:at least |at minimum |(?:no|not) (?:less|later|fewer) than |a minimum of )?';
/** Units of a period of notice: the words of a count, and the value that it states. */
export const units: readonly NoticeUnit[] = [
  { id: 'days', words: "{days}(?: calendar)?[ -]days?'?", value: { days: '$days', count: 'calendar' } },
  { id: 'business-days', words: "{days} (?:business|working) days?'?", value: { days: '$days', count: 'business' } },
  { id: 'weeks', words: "{weeks}(?: calendar)?[ -]weeks?'?", value: { days: '$weeks', count: 'calendar' } },
  { id: 'months', words: "{months}(?: calendar)?[ -]months?'?", value: { days: '$months', count: 'calendar' } },
];
export interface NoticeUnit {
  readonly id: string;
  readonly words: string;
  readonly value: Readonly<Record<'days' | 'count', string>>;
}
export const count = ({ words }: NoticeUnit): string => `${least}${words}`;
export const change = '(?:changes?|amendments?|modifications?|revisions?|updates?|variations?)';

const terms = '(?:(?:user|service|legal|customer) )?(?:terms|agreement|conditions)\\b(?! to (?:arbitrate|mediate))';
/** Changes of the terms, or the terms as changed. */
const changed = [
  `(?:(?:any|all|each|such|the|and|material|our) ){0,4}(?:(?:${change},?(?: and| or)? ){1,5}(?:to|of|in) (?:these|this|the|our) ${terms}`,
  `|(?:amended|updated|revised|modified|changed|new) (?:version of (?:these|this|the|our) )?${terms})`,
].join('');
const inForce = '(?:be(?:come)? (?:effective|binding)|take effect|come into (?:effect|force)|enter into force|apply)';
const published =
  '(?:(?:the )?(?:date (?:of|on which) )?(?:(?:its|their|the|our|such|we|they are|it is|first) ){0,2}(?:post(?:ing|ed)?|publish(?:ing|ed)?|publication|notice|notif(?:y|ied|ication)|sen[dt](?:ing)?|receipt))';

const after = (unit: NoticeUnit): SentenceForm => ({
  id: `changed-terms-in-force-after-${unit.id}`,
  pattern: `^${changed}[^.;]{0,120}? (?:(?:shall|will) ${inForce}|(?:are|is|becomes?) (?:effective|binding)|takes? effect|(?:comes?|enters?) into (?:effect|force))(?: only)? (?:(?:no|not) (?:earlier|sooner) than )?${count(unit)} (?:after|from|following) ${published}`,
  value: unit.value,
  allowed: ['(?:no|not) (?:earlier|sooner|less) than'],
  refused: '\\b(?:fees?|prices?|charges?|limits?)\\b',
});

const amend = '(?:amend|change|modify|update|revise)';
const uponPublication = `(?:^|; )${changed}[^.;]{0,40}? (?:(?:shall|will) (?:become |be |take )?|(?:are|is|becomes?|takes?) )(?:immediately )?(?:effective|effect|binding)(?: immediately)? (?:upon|on|when|once|as soon as) (?:(?:the|our|its|their|being|they are|it is) ){0,2}(?:post(?:ing|ed)?|publication|publish(?:ing|ed)?)\\b`;
/** The power to change the terms, after which the same sentence has the day on which changes apply. */
export const whoAmends =
  '(?!(?:you|partners|customers|users|holders)\\b)(?:we|(?:the )?[\\p{L}\\d.]{2,30}) (?:may|can|reserves? the right(?: in (?:our|its) (?:sole )?discretion)?,? to|has the right to|have the right to)(?: [a-z]{1,20}){0,6},? ';
const whenPosted =
  '(?:upon|on|when|once|as soon as) (?:(?:the|our|its|their|being|they are|it is|first) ){0,2}(?:post(?:ing|ed)?|publication|publish(?:ing|ed)?)\\b';
const powerAtOnce = `^${whoAmends}${amend}(?:(?:,| or| and|, or|, and) ${amend}){0,4} (?:(?:all|any|part|parts|portions?|provisions?|or|of) ){0,5}(?:these|this|the|our) ${terms}[^.;]{0,80}?(?:, (?:which (?:(?:shall|will) (?:be(?:come)?|take)|are|becomes?) |with )?|,? and (?:(?:any|all|such|the|these) )?${change} (?:(?:(?:shall|will) )?(?:be|become|are|takes?) )(?:immediately )?)(?:effective|effect)(?: immediately)? ${whenPosted}`;
const immediately = `^we (?:may|can|reserve the right to|have the right to) ${amend}(?:(?:,| or| and) ${amend}){0,4} (?:these|this|the|our) ${terms} at any time,? with immediate effect\\b`;
/** Whether a sentence is about changes that apply at once. */
export const atOnceWords = `(?:${uponPublication}|${immediately}|${powerAtOnce})`;

/** In force when they are published: no day lies between a change and its effect. */
const noDays = { days: '0', count: 'calendar' } as const;
const atOnce = (words: readonly string[]): readonly SentenceForm[] => [
  {
    id: 'changed-terms-in-force-at-once',
    pattern: uponPublication,
    value: noDays,
    allowed: [
      'when (?:they are )?(?:posted|published)',
      `^(?:we|the [\\p{L}]{3,20}) (?:may|can) ${amend}[^;]{0,160}(?=; )`,
    ],
    refused: '\\b(?:fees?|prices?|charges?|days?|weeks?|months?)\\b',
    absent: words,
  },
  {
    id: 'terms-change-effective-when-posted',
    pattern: powerAtOnce,
    value: noDays,
    allowed: ['(?:we|[\\p{L}\\d.]{2,30}) (?:may|can)', 'when (?:they are |it is )?(?:posted|published)'],
    refused: '\\b(?:fees?|prices?|charges?|days?|weeks?|months?|notice|notify)\\b',
    absent: words,
  },
  {
    id: 'terms-change-with-immediate-effect',
    pattern: immediately,
    value: noDays,
    allowed: ['^we (?:may|can)'],
    absent: words,
  },
];

/** `words`: words of a notice to holders, beside which changed terms may not hold at once. */
export const noticeInForce = (words: readonly string[]): readonly SentenceForm[] => [
  ...units.map(after),
  ...atOnce(words),
];
