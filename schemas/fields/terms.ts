import type { DisclosureField } from './field.ts';
import { anyOf, fieldsOf } from './define.ts';
import { codesValue, codeValue, daysValue, lawValue } from './value-schemas.ts';

const forums = [
  'courts_holder_home',
  'courts_other',
  'arbitration_optional',
  'arbitration_mandatory',
  'arbitration_mandatory_class_waiver',
] as const;

const amendments = ['holder_consent', 'notice_with_exit', 'notice', 'no_notice'] as const;

const restrictions = [
  'allowlist',
  'accredited_only',
  'jurisdiction_block',
  'lockup',
  'issuer_approval',
  'amount_cap',
] as const;

const feeNotice = 'The GENIUS Act requires seven days of notice before a change of fees (section 4(a)(1)(B)).';

export const termsFields: readonly DisclosureField[] = fieldsOf('terms', [
  {
    number: 26,
    name: 'dispute_resolution',
    label: 'Dispute resolution',
    meaning: 'before which court or arbitrator a dispute goes',
    stake: 'It is how a dispute between a holder and the issuer is decided.',
    value: codeValue(forums),
    example: { code: 'courts_holder_home' },
    rule: { type: 'ordinal', scale: forums },
    dimensions: ['legal_standing', 'participant_protection'],
    places: { other: ['G.19'], assetReferenced: ['D.27', 'D.37'], eMoney: ['D.8', 'D.14'] },
    words: {
      courts_holder_home: "the courts of the holder's home",
      courts_other: 'courts elsewhere',
      arbitration_optional: 'arbitration if the holder chooses it',
      arbitration_mandatory: 'mandatory arbitration',
      arbitration_mandatory_class_waiver: 'mandatory arbitration with a waiver of class actions',
      other: 'another procedure',
    },
  },
  {
    number: 27,
    name: 'governing_law',
    label: 'Governing law',
    meaning: 'the law that applies to the terms',
    stake: 'It is the set of rules that decides the rights of a holder.',
    value: lawValue,
    example: { law: 'DE' },
    rule: { type: 'identity', of: 'law' },
    dimensions: ['legal_standing'],
    places: { other: ['G.18'], assetReferenced: ['D.36'], eMoney: ['D.13'] },
  },
  {
    number: 28,
    name: 'amendment_power',
    label: 'Power to change terms',
    meaning: 'how the rights of holders can be changed',
    stake: "It decides whether rights can be altered against a holder's will.",
    value: codeValue(amendments),
    example: { code: 'notice_with_exit' },
    rule: { type: 'ordinal', scale: amendments },
    dimensions: ['governance', 'participant_protection'],
    adverse: anyOf('no_notice'),
    places: { other: ['G.3'], assetReferenced: ['D.2'], eMoney: ['D.2'] },
    words: {
      holder_consent: 'with the consent of holders',
      notice_with_exit: 'by notice, with a right to exit',
      notice: 'by notice',
      no_notice: 'without notice',
      other: 'by another procedure',
    },
  },
  {
    number: 29,
    name: 'amendment_notice',
    label: 'Notice of changes',
    meaning: 'the days of notice before changed terms apply',
    stake: 'It is the time a holder has to act before a change.',
    value: daysValue,
    example: { days: '30', count: 'calendar' },
    rule: { type: 'higher', quantity: 'days', tolerance: '0', thresholds: [] },
    dimensions: ['participant_protection', 'transparency'],
    overlays: [
      {
        id: 'fee-notice-under-genius',
        regimes: ['US_GENIUS'],
        claim: feeNotice,
        when: { on: 'crosses', limit: '7', side: 'below' },
        dimension: 'legal_standing',
        direction: 'weakens',
      },
      {
        id: 'fee-notice-under-genius-restored',
        regimes: ['US_GENIUS'],
        claim: feeNotice,
        when: { on: 'crosses', limit: '7', side: 'above' },
        dimension: 'legal_standing',
        direction: 'strengthens',
      },
    ],
    places: { sources: ['terms'] },
  },
  {
    number: 30,
    name: 'transfer_restrictions',
    label: 'Transfer restrictions',
    meaning: 'limits on who can hold or send the token',
    stake: 'They decide who can take the token over from a holder.',
    value: codesValue(restrictions),
    example: { codes: ['jurisdiction_block'] },
    rule: { type: 'setBad', codes: restrictions },
    dimensions: ['transferability'],
    places: { other: ['G.11', 'E.14'], assetReferenced: ['D.10'] },
    words: {
      allowlist: 'listed addresses only',
      accredited_only: 'accredited investors only',
      jurisdiction_block: 'blocked jurisdictions',
      lockup: 'a lock-up period',
      issuer_approval: 'approval by the issuer',
      amount_cap: 'a cap on amounts',
      other: 'another restriction',
    },
  },
]);
