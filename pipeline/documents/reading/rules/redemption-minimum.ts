import type { FieldRules } from './field-rules.ts';

export const redemptionMinimum: FieldRules = {
  field: 'redemption_minimum',
  sentences: [
    {
      id: 'minimum-redemption-of',
      pattern: '\\bminimum redemption(?: amount)? (?:is|of) {currency} ?{amount}',
      value: { amount: '$amount', currency: '$currency' },
    },
    {
      id: 'minimum-redemption-of-currency-last',
      pattern: '\\bminimum redemption(?: amount)? (?:is|of) {amount} {currency}\\b',
      value: { amount: '$amount', currency: '$currency' },
    },
  ],
  words: ['redemption'],
  kinds: ['terms', 'page'],
};
