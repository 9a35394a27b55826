import type { FieldRules } from './field-rules.ts';

/** Neither "Not exempt" nor an empty detail states an authorisation by itself. */
export const issuerAuthorisation: FieldRules = {
  field: 'issuer_authorisation',
  tags: ['ExemptionFromAuthorisationIndicatorForEmoneyTokenIssuer'],
  cells: { 3: ['A.17'], 4: ['A.24'] },
  form: { closed: { yes: { code: 'exempt' } }, silent: ['no', 'none', 'notApplicable'] },
  others: [
    {
      tagTexts: ['EmoneyTokenAuthorisationExplanatory', 'AuthorisationAsIssuerOfAssetreferencedTokenExplanatory'],
      cells: { 3: ['A.18'], 4: ['A.25'] },
      form: {
        closed: { yes: { code: 'authorised' } },
        silent: ['notApplicable'],
        whole: [
          {
            id: 'date-of-authorisation',
            pattern: '(?:authori[sz]ed (?:on|since) |date of authori[sz]ation: )?\\d{4}-\\d{2}-\\d{2}\\.?',
            value: { code: 'authorised' },
          },
        ],
        sentences: [
          {
            id: 'is-authorised',
            pattern:
              '\\b(?:is|has been) (?:duly )?(?:authori[sz]ed|licen[sc]ed) (?:as an? (?:e-money|electronic money|credit) institution|as (?:the |an )?issuer|by the [A-Z]|under article)',
            value: { code: 'authorised' },
          },
        ],
        watched: '\\b(?:withdrawn|revoked|surrendered|applied for|application|suspended|pending|expired)\\b',
      },
    },
  ],
};
