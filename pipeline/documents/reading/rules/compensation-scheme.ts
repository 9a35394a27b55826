import type { FieldRules } from './field-rules.ts';

export const compensationScheme: FieldRules = {
  field: 'compensation_scheme',
  tags: [
    'OtherTokenCompensationSchemesIndicator',
    'AssetreferencedTokenCompensationSchemesIndicator',
    'CompensationSchemesIndicator',
  ],
  cells: { 2: ['G.16'], 3: ['D.15'], 4: ['D.11'] },
  form: { closed: { yes: { present: true }, no: { present: false }, none: { present: false } } },
};
