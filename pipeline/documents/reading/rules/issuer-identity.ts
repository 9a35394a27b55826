import type { FieldRules, RecordMember } from './field-rules.ts';

const offeror: readonly RecordMember[] = [
  {
    member: 'name',
    elements: [
      'NameOfOtherTokenOfferor',
      'AssetreferencedTokenIssuersStatutoryName',
      'EmoneyTokenIssuersStatutoryName',
    ],
    cells: { 2: ['A.1'], 3: ['A.1'], 4: ['A.1'] },
    read: 'name',
  },
  {
    member: 'lei',
    elements: [
      'OfferorsLegalEntityIdentifier',
      'AssetreferencedTokenIssuersLegalEntityIdentifier',
      'EmoneyTokenIssuersLegalEntityIdentifier',
    ],
    cells: { 2: ['A.6'], 3: ['A.7'], 4: ['A.7'] },
    read: 'lei',
  },
  {
    member: 'registrationNumber',
    elements: [
      'OfferorsAnotherIdentifierRequiredPursuantToApplicableNationalLaw',
      'AssetreferencedTokenIssuersOtherIdentifierRequiredPursuantToApplicableNationalLaw',
      'EmoneyTokenIssuersAnotherIdentifierRequiredPursuantToApplicableLaw',
    ],
    cells: { 2: ['A.7'], 3: ['A.8'], 4: ['A.8'] },
    read: 'registration',
  },
  {
    member: 'country',
    elements: [
      'OfferorsRegisteredCountry',
      'AssetreferencedTokenIssuersRegisteredCountry',
      'EmoneyTokenIssuersRegisteredCountry',
    ],
    cells: { 2: ['A.3'], 3: ['A.4'], 4: ['A.4'] },
    read: 'addressCountry',
  },
];

const issuer: readonly RecordMember[] = [
  { member: 'name', elements: ['NameOfOtherTokenIssuer'], cells: { 2: ['B.2'] }, read: 'name' },
  { member: 'lei', elements: ['IssuersLegalEntityIdentifier'], cells: { 2: ['B.7'] }, read: 'lei' },
  {
    member: 'registrationNumber',
    elements: ['IssuersAnotherIdentifierRequiredPursuantToApplicableNationalLaw'],
    cells: { 2: ['B.8'] },
    read: 'registration',
  },
  { member: 'country', elements: ['IssuersRegisteredCountry'], cells: { 2: ['B.4'] }, read: 'addressCountry' },
];

/** Part B of table 2, if B.1 states that the issuer is not the offeror of part A. */
export const issuerIdentity: FieldRules = {
  field: 'issuer_identity',
  parties: 'one',
  record: {
    members: offeror,
    required: ['name'],
    instead: {
      elements: ['IssuerDifferentFromOfferrorOrPersonSeekingAdmissionToTrading'],
      cells: { 2: ['B.1'] },
      part: 'B',
      yes: issuer,
    },
  },
};
