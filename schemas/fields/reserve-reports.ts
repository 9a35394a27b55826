import type { DisclosureField } from './field.ts';
import { anyOf, fieldsOf } from './define.ts';
import { codeValue, dateValue } from './value-schemas.ts';

const frequencies = {
  real_time: 0,
  daily: 1,
  weekly: 7,
  monthly: 31,
  quarterly: 92,
  semiannual: 183,
  annual: 366,
  none: null,
} as const;

const assurance = [
  'audit',
  'reasonable_assurance',
  'limited_assurance',
  'agreed_upon_procedures',
  'management_only',
  'none',
] as const;

/** Reports that are published about the reserve. */
export const reserveReportFields: readonly DisclosureField[] = fieldsOf('reserve', [
  {
    number: 13,
    name: 'attestation_frequency',
    label: 'Reserve report frequency',
    meaning: 'how often figures of the reserve are published',
    stake: 'It sets how old the newest public figure of the reserve can be.',
    value: codeValue(Object.keys(frequencies)),
    example: { code: 'monthly' },
    rule: { type: 'frequency', days: frequencies },
    dimensions: ['transparency'],
    adverse: anyOf('none'),
    places: { assetReferenced: ['G.2'], sources: ['site'] },
    words: {
      real_time: 'in real time',
      daily: 'daily',
      weekly: 'weekly',
      monthly: 'monthly',
      quarterly: 'quarterly',
      semiannual: 'every six months',
      annual: 'yearly',
      none: 'no reserve reports',
      other: 'at other intervals',
    },
  },
  {
    number: 14,
    name: 'attestation_assurance',
    label: 'Assurance on reserve report',
    meaning: 'the level of work that an accountant did on the reserve report',
    stake: 'It is the weight that an outside accountant puts behind the figures.',
    value: codeValue(assurance),
    example: { code: 'reasonable_assurance' },
    rule: { type: 'ordinal', scale: assurance },
    dimensions: ['transparency', 'governance'],
    places: { sources: ['report'] },
    words: {
      audit: 'an audit',
      reasonable_assurance: 'reasonable assurance',
      limited_assurance: 'limited assurance',
      agreed_upon_procedures: 'agreed-upon procedures',
      management_only: "the management's own statement",
      none: 'no assurance',
      other: 'another kind of engagement',
    },
  },
  {
    number: 15,
    name: 'attestation_as_of',
    label: 'Latest reserve report date',
    meaning: 'the date as of which the newest reserve report states its figures',
    stake: 'It shows how current the newest reserve report is.',
    value: dateValue,
    example: { date: '2026-01-30' },
    rule: { type: 'date' },
    dimensions: ['transparency'],
    places: { sources: ['report'] },
  },
]);
