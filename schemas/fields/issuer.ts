import type { DisclosureField } from './field.ts';
import { anyOf, fieldsOf } from './define.ts';
import { codeValue, partyValue } from './value-schemas.ts';

const authorisations = ['authorised', 'notified', 'exempt', 'applied', 'none', 'withdrawn'] as const;

export const issuerFields: readonly DisclosureField[] = fieldsOf('issuer', [
  {
    number: 31,
    name: 'issuer_identity',
    label: 'Issuer',
    meaning: 'the legal entity that owes the obligations of the token',
    stake: 'It states who is bound by the obligations.',
    value: partyValue,
    example: { name: 'Example Europe SAS', lei: '0000EXAMPLEISSUER076', country: 'FR' },
    rule: { type: 'identity', of: 'party' },
    dimensions: ['legal_standing', 'governance'],
    places: { other: ['A', 'B'], assetReferenced: ['A.1', 'A.7'], eMoney: ['A.1', 'A.7'] },
  },
  {
    number: 32,
    name: 'issuer_authorisation',
    label: 'Issuer authorisation',
    meaning: 'the licence of the issuer and its state',
    stake: 'It is the permission to issue, and with it supervision of the issuer.',
    value: codeValue(authorisations),
    example: { code: 'authorised' },
    rule: { type: 'ordinal', scale: authorisations },
    dimensions: ['legal_standing', 'participant_protection'],
    adverse: anyOf('none', 'withdrawn'),
    places: { assetReferenced: ['A.18', 'A.19'], eMoney: ['A.24', 'A.25', 'A.26'], sources: ['register'] },
    words: {
      authorised: 'authorised',
      notified: 'notified to the authority',
      exempt: 'exempt from authorisation',
      applied: 'authorisation applied for',
      none: 'no authorisation',
      withdrawn: 'authorisation withdrawn',
      other: 'another status',
    },
  },
  {
    number: 33,
    name: 'external_auditor',
    label: 'Auditor or attestor',
    meaning: 'the firm that reports on the accounts or the reserve',
    stake: 'It states who checks the figures of the issuer.',
    value: partyValue,
    example: { name: 'Example Audit LLP', country: 'GB' },
    rule: { type: 'identity', of: 'party' },
    dimensions: ['transparency', 'governance'],
    places: { sources: ['report'] },
  },
]);
