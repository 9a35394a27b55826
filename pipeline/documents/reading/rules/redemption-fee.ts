import type { FieldRules } from './field-rules.ts';

export const redemptionFee: FieldRules = {
  field: 'redemption_fee',
  sentences: [
    {
      id: 'redemption-fee-of-percent',
      pattern:
        '\\b(?:a |the )?(?:redemption fee|fee for (?:each )?redemptions?) (?:of|is|amounts to) {percent} ?(?:%|percent|per cent)(?! of)',
      value: { bps: '$percent' },
    },
    {
      id: 'redemption-fee-of-basis-points',
      pattern:
        '\\b(?:a |the )?(?:redemption fee|fee for (?:each )?redemptions?) (?:of|is|amounts to) {number} (?:basis points|bps)\\b',
      value: { bps: '$number' },
    },
    {
      id: 'no-redemption-fee',
      pattern:
        '\\b(?:there is no (?:redemption fee|fee for redemptions?)|redemptions? (?:is|are) (?:free of charge|not subject to (?:a|any) fees?))\\b',
      value: { bps: '0' },
      allowed: ['there is no (?:redemption )?fee', '(?:is|are) not subject to (?:a|any) fees?'],
    },
  ],
  words: ['redemption'],
  kinds: ['terms', 'page'],
};
