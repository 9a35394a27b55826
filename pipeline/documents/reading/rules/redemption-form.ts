import type { FieldRules } from './field-rules.ts';
import type { SentenceForm } from '../forms/form.ts';

const sentences: readonly SentenceForm[] = [
  {
    id: 'redemptions-paid-in',
    pattern:
      '\\bredemptions? (?:is|are|will be|shall be) (?:paid|settled|made) (?:only |exclusively )?(?:in|by (?:delivery|transfer) of) {payouts}(?=[.;]|$)',
    value: { codes: '$payouts' },
  },
  {
    id: 'tokens-redeemed-for',
    pattern:
      '\\btokens? (?:is|are|will be|shall be) redeemed (?:only |exclusively )?(?:in|for|by (?:delivery|transfer) of) {payouts}(?=[.;]|$)',
    value: { codes: '$payouts' },
  },
];

const watched = '\\b(?:redemptions?|redeemed)\\b[^.;]{0,60}\\b(?:paid|settled|payable|delivered) (?:in|by delivery)\\b';

export const redemptionForm: FieldRules = {
  field: 'redemption_form',
  tagTexts: ['InformationAboutRedemptionFormExplanatory'],
  cells: { 3: ['D.31'] },
  form: {
    whole: [
      { id: 'payouts', pattern: '(?:in |by (?:delivery|transfer) of )?{payouts}\\.?', value: { codes: '$payouts' } },
    ],
    sentences,
    watched,
  },
  sentences,
  watched,
  words: ['redeem', 'redempt'],
  kinds: ['terms', 'page'],
};
