import type { FieldRules } from './field-rules.ts';

/** Names come from the cell for them or a declared place, never from running text. */
export const reserveCustodians: FieldRules = {
  field: 'reserve_custodians',
  tagTexts: ['CustodianServiceProvidersExplanatory'],
  cells: { 3: ['G.7'] },
  form: { closed: { notApplicable: null } },
  parties: 'several',
};
