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
  '\\bredemptions?(?: requests?)?\\b[^.;]{0,80}\\b(?:settled|paid|processed|completed|executed|fulfilled|honou?red) (?:at the latest )?(?:within|(?:no|not) later than) {days}';

/** Requests in a sentence about redemption. */
const requests =
  '\\bredeem\\w*\\b[^.;]{0,120},? and (?:(?:all|each|every|any|such|valid) ){0,2}requests? (?:is|are|(?:will|shall|must) be) (?:settled|paid|processed|completed|executed|fulfilled|honou?red) (?:at the latest )?(?:within|(?:no|not) later than) {days}';
const receive =
  '^(?:(?:the|each|every|all|any) )?(?:you|holders?|users?|beneficiar(?:y|ies)|clients?|customers?|investors?|shareholders?|(?:note|bond|token|unit)holders?) (?:(?:will|shall|must) )?receives? (?:the |their |its |your )?redemption (?:amount|proceeds|price|payment)\\b[^.;]{0,60}? (?:within|(?:no|not) later than) {days}';

const sentences: readonly SentenceForm[] = [
  ...[
    ['requests-fulfilled', requests],
    ['holders-receive', receive],
  ].flatMap(([id, pattern]): readonly SentenceForm[] =>
    (['business', 'calendar'] as const).map((count) => ({
      id: `${id}-within-${count}-days`,
      pattern: `${pattern} ${count === 'business' ? '(?:business|working)' : 'calendar'} days?\\b`,
      value: { days: '$days', count },
      refused,
      allowed,
    })),
  ),
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
  words: ['redemption', 'redeem'],
  kinds: ['terms', 'page'],
};
