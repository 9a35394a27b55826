import type { FieldRules } from './field-rules.ts';
import type { SentenceForm } from '../forms/form.ts';

const paid =
  '\\bredemptions?(?: requests?)?\\b[^.;]{0,80}\\b(?:settled|paid|processed|completed|executed) (?:at the latest )?within {days}';

const sentences: readonly SentenceForm[] = [
  {
    id: 'redeemed-within-business-days',
    pattern: `${paid} (?:business|working) days?\\b`,
    value: { days: '$days', count: 'business' },
  },
  {
    id: 'redeemed-within-calendar-days',
    pattern: `${paid} calendar days?\\b`,
    value: { days: '$days', count: 'calendar' },
  },
];

export const redemptionSettlementTime: FieldRules = {
  field: 'redemption_settlement_time',
  sentences,
  words: ['redemption'],
  kinds: ['terms', 'page'],
};
