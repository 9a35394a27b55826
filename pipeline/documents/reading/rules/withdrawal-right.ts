import type { FieldRules } from './field-rules.ts';

/** The period itself; what is paid back has another one. */
const period = '^the (?:withdrawal period|period (?:of|for) withdrawal) (?:is|lasts|ends after|expires after)';

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
          '(?:right to withdraw|right of withdrawal|may withdraw|can withdraw)(?:(?!\\b(?:refund|reimburs|repa[iy]|return))[^.;]){0,120}\\b(?:within|for|of)\\b[^.;]{0,40}?\\b{days}[ -](?:calendar[ -])?days?\\b',
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
          '(?:right to withdraw|right of withdrawal|may withdraw|can withdraw)(?:(?!\\b(?:refund|reimburs|repa[iy]|return))[^.;]){0,120}\\b(?:within|for|of)\\b[^.;]{0,40}?\\b{days}[ -](?:business|working)[ -]days?\\b',
        value: { days: '$days', count: 'business' },
        allowed: [
          'may withdraw',
          'without (?:incurring )?any (?:fees?|costs?|reasons?)[^,.;]{0,60}',
          'without giving (?:any )?reasons?',
        ],
      },
      {
        id: 'withdrawal-period-of-calendar-days',
        pattern: `${period} {days}[ -](?:calendar[ -])?days?\\b`,
        value: { days: '$days', count: 'calendar' },
      },
      {
        id: 'withdrawal-period-of-business-days',
        pattern: `${period} {days}[ -](?:business|working)[ -]days?\\b`,
        value: { days: '$days', count: 'business' },
      },
    ],
  },
};
