/** When changed terms come into force: so many days after they are published, or at once. */
import type { SentenceForm } from '../forms/form.ts';

/** The terms themselves: an agreement to arbitrate in them may have another notice. */
export const changes = '(?:terms|agreement|conditions|user agreement)\\b(?! to (?:arbitrate|mediate))';
const least = '(?:at least |at minimum |(?:no|not) (?:less|later) than |a minimum of )?';
export const count = (unit: string): string => `${least}{${unit}}(?: calendar)?[ -]${unit.slice(0, -1)}s?'?`;
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

const after = (unit: string): SentenceForm => ({
  id: `changed-terms-in-force-after-${unit}`,
  pattern: `^${changed}[^.;]{0,120}? (?:shall|will) ${inForce}(?: only)? (?:(?:no|not) (?:earlier|sooner) than )?${count(unit)} (?:after|from|following) ${published}`,
  value: { days: `$${unit}`, count: 'calendar' },
  allowed: ['(?:no|not) (?:earlier|sooner|less) than'],
  refused: '\\b(?:fees?|prices?|charges?|limits?)\\b',
});

/** In force when they are published: there is no period of notice. */
const atOnce = (words: readonly string[]): readonly SentenceForm[] => [
  {
    id: 'changed-terms-in-force-at-once',
    pattern: `^${changed}[^.;]{0,40}? (?:(?:shall|will) (?:become |be |take )?|(?:are|is|becomes?|takes?) )(?:immediately )?(?:effective|effect|binding)(?: immediately)? (?:upon|on|when|once|as soon as) (?:(?:the|our|its|their|being|they are|it is) ){0,2}(?:post(?:ing|ed)?|publication|publish(?:ing|ed)?)\\b`,
    value: null,
    allowed: ['when (?:they are )?(?:posted|published)'],
    refused: '\\b(?:fees?|prices?|charges?|days?|weeks?|months?)\\b',
    absent: words,
  },
  {
    id: 'terms-change-with-immediate-effect',
    pattern: `^we (?:may|can|reserve the right to|have the right to) (?:amend|change|modify|update|revise)(?:(?:,| or| and) (?:amend|change|modify|update|revise)){0,4} (?:these|this|the|our) ${terms} at any time,? with immediate effect\\b`,
    value: null,
    allowed: ['^we (?:may|can)'],
    absent: words,
  },
];

/** `words`: words of a notice to holders, beside which changed terms may not hold at once. */
export const noticeInForce = (words: readonly string[]): readonly SentenceForm[] => [
  ...['days', 'months'].map(after),
  ...atOnce(words),
];
