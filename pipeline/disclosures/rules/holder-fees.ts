import type { FieldRules } from './field-rules.ts';

export const holderFees: FieldRules = {
  field: 'holder_fees',
  tagTexts: ['DescriptionOfInvolvedCostsExplanatory', 'DescriptionOfInvolvedCostsForAssetreferencedTokenExplanatory'],
  cells: { 2: ['E.36'], 3: ['C.27'] },
  form: { closed: { notApplicable: null } },
};
