import type { FieldRules } from './field-rules.ts';

export const complaintsContact: FieldRules = {
  field: 'complaints_contact',
  tagTexts: ['ComplaintSubmissionContactForAssetreferencedToken', 'ComplaintSubmissionContactForEmoneyToken'],
  cells: { 3: ['D.25'], 4: ['D.6'] },
  form: {
    closed: { notApplicable: null },
    whole: [{ id: 'address-of-mail', pattern: '(?:e-?mail:? )?{mail}\\.?', value: { contact: '$mail' } }],
  },
};
