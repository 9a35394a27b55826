import type { FieldRules } from './field-rules.ts';

export const redemptionMinimum: FieldRules = {
  field: 'redemption_minimum',
  sentences: [
    {
      id: 'minimum-redemption-of',
      pattern: '\\bminimum redemption(?: amount)? (?:is|of) {currency} ?{number}(?![\\d.,]*\\d)',
      value: { amount: '$number', currency: '$currency' },
    },
    {
      id: 'minimum-redemption-of-currency-last',
      pattern: '\\bminimum redemption(?: amount)? (?:is|of) {number} {currency}\\b',
      value: { amount: '$number', currency: '$currency' },
    },
  ],
  words: ['redemption'],
  kinds: ['terms', 'page'],
};
