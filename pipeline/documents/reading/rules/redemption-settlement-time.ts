import type { FieldRules } from './field-rules.ts';
import type { SentenceForm } from '../forms/form.ts';

/** What another party does, or a part of the time, is not the time that a holder waits. */
const refused =
  '\\b(?:drafts?|during|once|launch|introductory|pilot|trial|temporar(?:y|ily)|examples?|e\\.g\\.|typical(?:ly)?|usual(?:ly)?|normal(?:ly)?|general(?:ly)?|aim\\w{0,2}|endeavou?rs?|efforts?|expect\\w{0,2}|estimated|target\\w{0,2}|partners?|exchanges?|third[- ]part(?:y|ies))\\b';
const allowed: readonly string[] = ['(?:no|not) later than'];
/** Payment first, and the request after it. */
const paysWithin =
  '\\b(?:we|the issuer) (?:(?:will|shall|must) )?(?:pays?|transfers?|sends?|wires?|remits?|settles?) [^.;]{0,100}?\\bredemption\\b[^.;]{0,60}? (?:within|(?:no|not) later than) {days}';
const paid =
  '\\bredemptions?(?: requests?)?\\b[^.;]{0,80}\\b(?:settled|paid|processed|completed|executed) (?:at the latest )?(?:within|(?:no|not) later than) {days}';

const sentences: readonly SentenceForm[] = [
  {
    id: 'redeemed-within-business-days',
    pattern: `${paid} (?:business|working) days?\\b`,
    value: { days: '$days', count: 'business' },
    refused,
    allowed,
  },
  {
    id: 'pays-within-business-days',
    pattern: `${paysWithin} (?:business|working) days?\\b`,
    value: { days: '$days', count: 'business' },
    refused,
    allowed,
  },
  {
    id: 'redeemed-within-calendar-days',
    pattern: `${paid} calendar days?\\b`,
    value: { days: '$days', count: 'calendar' },
    refused,
    allowed,
  },
];

export const redemptionSettlementTime: FieldRules = {
  field: 'redemption_settlement_time',
  sentences,
  words: ['redemption'],
  kinds: ['terms', 'page'],
};
