import type { Regime } from '../vocabulary.ts';
import type { DisclosureField } from './field.ts';
import { anyOf, fieldsOf } from './define.ts';
import { codeValue, contactValue, daysValue, presentValue } from './value-schemas.ts';

const claims = ['issuer_and_segregated_assets', 'issuer_direct', 'spv', 'intermediary', 'none'] as const;

const ranks = ['statutory_priority', 'secured', 'ring_fenced_pari_passu', 'unsecured', 'subordinated'] as const;

const payers = ['none', 'third_party', 'issuer'] as const;

/** Regimes that forbid the issuer to pay interest. */
const withoutInterest: readonly Regime[] = ['MICA_EMT', 'MICA_ART', 'US_GENIUS'];

const interestBan =
  'The regime forbids the issuer to pay interest for holding (MiCA articles 40 and 50; GENIUS Act section 4(a)(11)).';

export const holderRightsFields: readonly DisclosureField[] = fieldsOf('holder_rights', [
  {
    number: 19,
    name: 'holder_claim',
    label: 'Claim of holders',
    meaning: 'against whom holders have a claim, and on what',
    stake: 'It states who owes the holder.',
    value: codeValue(claims),
    example: { code: 'issuer_direct' },
    rule: { type: 'ordinal', scale: claims },
    dimensions: ['participant_protection', 'legal_standing'],
    adverse: anyOf('intermediary', 'none'),
    places: {
      other: ['G.1'],
      assetReferenced: ['D.17', 'D.18', 'D.19', 'D.20', 'D.21', 'D.22'],
      eMoney: ['D.1', 'D.3'],
    },
    words: {
      issuer_and_segregated_assets: 'against the issuer and on segregated assets',
      issuer_direct: 'directly against the issuer',
      spv: 'against a special purpose vehicle',
      intermediary: 'against an intermediary',
      none: 'no claim',
      other: 'another claim',
    },
  },
  {
    number: 20,
    name: 'insolvency_treatment',
    label: 'Treatment in insolvency',
    meaning: 'the rank of holders among the creditors of the issuer',
    stake: 'It is the order in which holders are paid if the issuer fails.',
    value: codeValue(ranks),
    example: { code: 'ring_fenced_pari_passu' },
    rule: { type: 'ordinal', scale: ranks },
    dimensions: ['participant_protection', 'legal_standing'],
    places: { assetReferenced: ['D.28'], eMoney: ['D.3'] },
    words: {
      statutory_priority: 'priority by statute',
      secured: 'a secured claim',
      ring_fenced_pari_passu: 'equal rank among holders on ring-fenced assets',
      unsecured: 'an unsecured claim',
      subordinated: 'a subordinated claim',
      other: 'another rank',
    },
  },
  {
    number: 21,
    name: 'compensation_scheme',
    label: 'Compensation or guarantee scheme',
    meaning: 'whether a public or private scheme covers holders',
    stake: 'A scheme is a second source of payment beside the issuer.',
    value: presentValue,
    example: { present: false },
    rule: { type: 'bool', good: true },
    dimensions: ['participant_protection'],
    places: { other: ['G.16', 'G.17'], assetReferenced: ['D.15', 'D.16'], eMoney: ['D.11', 'D.12'] },
  },
  {
    number: 22,
    name: 'value_protection_scheme',
    label: 'Value protection scheme',
    meaning: 'whether there is a mechanism to keep the value of the token',
    stake: 'It is what is meant to hold the value of the token.',
    value: presentValue,
    example: { present: true, name: 'Reserve of assets' },
    rule: { type: 'bool', good: true },
    dimensions: ['participant_protection', 'reserve_quality'],
    places: { other: ['G.14'], assetReferenced: ['D.13'], eMoney: ['D.9'] },
  },
  {
    number: 23,
    name: 'withdrawal_right',
    label: 'Right of withdrawal',
    meaning: 'the days in which a buyer can cancel a purchase',
    stake: 'It is the time in which a buyer can go back on the purchase.',
    value: daysValue,
    example: { days: '14', count: 'calendar' },
    rule: { type: 'higher', quantity: 'days', tolerance: '0', thresholds: ['14'] },
    dimensions: ['participant_protection'],
    places: { other: ['E.26'] },
  },
  {
    number: 24,
    name: 'yield_to_holders',
    label: 'Interest or benefit to holders',
    meaning: 'who pays holders a benefit for holding the token',
    stake: 'It is income for a holder, and several regimes forbid the issuer to pay it.',
    value: codeValue(payers),
    example: { code: 'none' },
    rule: { type: 'yield', codes: payers },
    dimensions: ['legal_standing', 'participant_protection'],
    overlays: [
      {
        id: 'interest-from-issuer',
        regimes: withoutInterest,
        claim: interestBan,
        when: { on: 'becomes', value: anyOf('issuer') },
        dimension: 'legal_standing',
        direction: 'weakens',
      },
      {
        id: 'interest-from-issuer-ended',
        regimes: withoutInterest,
        claim: interestBan,
        when: { on: 'ceases', value: anyOf('issuer') },
        dimension: 'legal_standing',
        direction: 'strengthens',
      },
    ],
    places: { sources: ['terms'] },
    words: {
      none: 'no one pays a benefit',
      third_party: 'a third party pays a benefit',
      issuer: 'the issuer pays a benefit',
      other: 'another arrangement',
    },
  },
  {
    number: 25,
    name: 'complaints_contact',
    label: 'Complaints handling',
    meaning: 'where and how holders can complain',
    stake: 'It is the route by which a holder asks for redress.',
    value: contactValue,
    example: { contact: 'complaints@example.com' },
    rule: { type: 'identity', of: 'contact' },
    dimensions: ['participant_protection', 'transparency'],
    places: { assetReferenced: ['D.25', 'D.26'], eMoney: ['D.6', 'D.7'] },
  },
]);
