import type { FieldRules } from './field-rules.ts';

export const valueProtectionScheme: FieldRules = {
  field: 'value_protection_scheme',
  tags: [
    'OtherTokenValueProtectionSchemesIndicator',
    'AssetreferencedTokenValuesProtectionSchemesIndicator',
    'TokenValueProtectionSchemesIndicator',
  ],
  cells: { 2: ['G.14'], 3: ['D.13'], 4: ['D.9'] },
  form: { closed: { yes: { present: true }, no: { present: false }, none: { present: false } } },
};
