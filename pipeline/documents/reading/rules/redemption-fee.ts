import type { FieldRules } from './field-rules.ts';
import type { SentenceForm } from '../forms/form.ts';

const fee =
  '\\b(?:an? |the )?(?:redemption (?:fee|charge)|(?:fee|charge) (?:for|on) (?:each |all |every )?redemptions?)';
/** How a sentence states what a fee is. */
const is =
  '(?:,? (?:which )?(?:(?:is|shall be|will be) (?:set at |equal to )?|amounts to |(?:in the amount )?of |equals |equal to ))';
/** A bound, an example, another party or another kind of redemption: what it states is not the fee. */
const refused =
  '\\b(?:drafts?|during|once|launch|introductory|pilot|trial|temporar(?:y|ily)|maximum|minimum|up to|at most|examples?|e\\.g\\.|illustrat\\w{1,6}|hypothetical|reduced|early|former(?:ly)?|previous(?:ly)?|discount\\w{0,3}|partners?|exchanges?|custodians?|banks?|brokers?|distributors?|managers?|underlying|third[- ]part(?:y|ies)|(?:other|another|some|most|many|any|an) issuers?|between|below|above|over|under|exceeding|in excess of|within|(?:more|less|greater|smaller|higher|lower) than)\\b|\\b(?!(?:we|issuer|company|fund|trust)\\b)[\\p{L}]{2,20} charges? (?:an?|the) redemption (?:fee|charge)\\b|\\b(?:was|were)\\b';
/** The base of a fee in percent, where it is all that is redeemed. */
const ofRedeemed =
  '(?! of (?!(?:the )?(?:redeemed amount|amount redeemed|redemption (?:amount|proceeds|value|price)|tokens redeemed)))';
const units: readonly (readonly [id: string, amount: string, value: string])[] = [
  ['percent', '{percent} ?(?:%|percent|per cent)(?! of)', '$percent'],
  ['basis-points', '{number} (?:basis points|bps)\\b', '$number'],
];

const sentences: readonly SentenceForm[] = [
  ...units.flatMap(([id, amount, value]): readonly SentenceForm[] => [
    { id: `redemption-fee-of-${id}`, pattern: `${fee}${is}${amount}`, value: { bps: value }, refused },
    {
      id: `${id}-charged-by-issuer-on-redeemed-amount`,
      pattern: `\\b(?:we|the issuer|the company) (?:(?:will|shall) )?charges? an? (?:(?:redemption|flat) )?fee (?:of|equal to) ${amount.replace('(?! of)', '')} (?:of|on) (?:the|each) (?:redeemed amount|amount redeemed|redemption(?: amount)?)\\b`,
      value: { bps: value },
      refused,
    },
    {
      id: `${id}-charged-on-redemptions`,
      pattern: `\\b(?:an? )?(?:fee|charge) of ${amount} (?:is charged|is levied|is payable|applies|(?:is|will be|shall be) deducted|will be charged|shall be charged) (?:on|for|to|upon|from) (?:(?:all|each|every|any) )?redemptions?\\b`,
      value: { bps: value },
      refused,
    },
    {
      id: `redemptions-bear-${id}`,
      pattern: `^(?:(?:all|each|every|any) )?redemptions?(?: requests?)?(?: of (?:the )?[\\p{L}\\d-]{2,20}(?: tokens?)?)? (?:incurs?|(?:is|are|(?:will|shall) be) subject to|bears?|attracts?|carr(?:y|ies)) (?:an? )?(?:redemption )?(?:fee|charge)${is}${amount.replace('(?! of)', ofRedeemed)}`,
      value: { bps: value },
      allowed: ['(?:is|are|(?:will|shall) be) subject to an? (?:redemption )?(?:fee|charge)'],
      refused,
    },
    {
      id: `${id}-charged-by-issuer-for-redemptions`,
      pattern: `\\b(?:we|the issuer|the company) (?:(?:will|shall) )?charges? (?:you )?an? (?:fee|charge) of ${amount.replace('(?! of)', ofRedeemed)} (?:for|on|upon) (?:(?:all|each|every|any|the) )?redemptions?\\b`,
      value: { bps: value },
      refused,
    },
  ]),
  {
    id: 'no-redemption-fee',
    pattern:
      '\\b(?:(?:there (?:is|are) )?no (?:redemption (?:fees?|charges?)|fees? (?:(?:is|are|will be|shall be) (?:charged |levied |payable )?)?(?:for|on|upon) (?:all |any |the )?redemptions?|fees? to redeem)|redemptions? (?:is|are) (?:free of charge|not subject to (?:a|any) fees?)|(?:we|the issuer) (?:charges? no|(?:do|does) not charge (?:an?|any)) (?:redemption fees?|fees? (?:for|on) redemptions?))\\b',
    value: { bps: '0' },
    allowed: [
      '(?:there (?:is|are) )?no (?:redemption )?(?:fees?|charges?)',
      '(?:is|are) not subject to (?:a|any) fees?',
      'charges? no',
      '(?:do|does) not charge',
    ],
    refused,
  },
];

export const redemptionFee: FieldRules = {
  field: 'redemption_fee',
  sentences,
  words: ['redemption', 'redeem'],
  kinds: ['terms', 'page'],
};
