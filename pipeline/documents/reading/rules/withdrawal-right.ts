import type { FieldRules } from './field-rules.ts';

export const withdrawalRight: FieldRules = {
  field: 'withdrawal_right',
  tagTexts: ['RighOfWithdrawalExplanatory'],
  cells: { 2: ['E.26'] },
  form: {
    closed: { notApplicable: null },
    sentences: [
      {
        id: 'withdraw-within-calendar-days',
        pattern:
          '(?:right to withdraw|right of withdrawal|may withdraw|can withdraw)[^.;]{0,120}\\b(?:within|for|of)\\b[^.;]{0,40}?\\b{days}[ -](?:calendar[ -])?days?\\b',
        value: { days: '$days', count: 'calendar' },
        allowed: [
          'may withdraw',
          'without (?:incurring )?any (?:fees?|costs?|reasons?)[^,.;]{0,60}',
          'without giving (?:any )?reasons?',
        ],
      },
      {
        id: 'withdraw-within-business-days',
        pattern:
          '(?:right to withdraw|right of withdrawal|may withdraw|can withdraw)[^.;]{0,120}\\b(?:within|for|of)\\b[^.;]{0,40}?\\b{days}[ -](?:business|working)[ -]days?\\b',
        value: { days: '$days', count: 'business' },
        allowed: [
          'may withdraw',
          'without (?:incurring )?any (?:fees?|costs?|reasons?)[^,.;]{0,60}',
          'without giving (?:any )?reasons?',
        ],
      },
    ],
  },
};
