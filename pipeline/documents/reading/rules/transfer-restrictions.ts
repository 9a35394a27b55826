import type { FieldRules } from './field-rules.ts';

export const transferRestrictions: FieldRules = {
  field: 'transfer_restrictions',
  tagTexts: ['OtherTokensTransferRestrictionsExplanatory', 'AssetreferencedTokenTransferRestrictionsExplanatory'],
  cells: { 2: ['G.11'], 3: ['D.10'] },
  form: {
    closed: { notApplicable: null },
    whole: [
      {
        id: 'no-restrictions',
        pattern: '(?:there are |subject to )?no (?:transfer )?restrictions?(?: apply| on (?:the )?transfers?)?\\.?',
        value: { codes: [] },
      },
      { id: 'none', pattern: '(?:none|nil)\\.?', value: { codes: [] } },
      {
        id: 'freely-transferable',
        pattern: '(?:the )?(?:crypto-assets?|tokens?) (?:is|are) freely transferable(?: without restrictions?)?\\.?',
        value: { codes: [] },
      },
    ],
  },
};
