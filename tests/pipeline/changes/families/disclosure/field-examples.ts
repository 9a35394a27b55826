/** For every disclosed field, one pair of values for each direction of its changes: the texts of these are approved. */
import type { FieldValue } from '../../../../../schemas/fields/field.ts';
import type { Regime } from '../../../../../schemas/vocabulary.ts';

export interface FieldExamples {
  readonly source: string;
  /** A passage as a source may write it; `{value}` is the value in words. Null: nothing is quoted. */
  readonly passage: string | null;
  readonly pairs: readonly ExamplePair[];
}

export interface ExamplePair {
  readonly old: FieldValue;
  readonly new: FieldValue;
  readonly regimes?: readonly Regime[];
}

const code = (text: string): FieldValue => ({ code: text });
const other = (text: string): FieldValue => ({ code: 'other', text });
const codes = (...list: readonly string[]): FieldValue => ({ codes: [...list].sort() });
const bps = (text: string): FieldValue => ({ bps: text });
const percent = (text: string): FieldValue => ({ percent: text });
const business = (days: string): FieldValue => ({ days, count: 'business' });
const calendar = (days: string): FieldValue => ({ days, count: 'calendar' });
const money = (amount: string, currency = 'EUR'): FieldValue => ({ amount, currency });
const date = (text: string): FieldValue => ({ date: text });
const parties = (...names: readonly string[]): FieldValue => ({ parties: names.map((name) => ({ name })) });
const fees = (given: Readonly<Record<string, string>>): FieldValue => ({
  fees: Object.entries(given).map(([kind, points]) => ({ code: kind, bps: points })),
});
const supply = (policy: string, cap?: string): FieldValue => ({ code: policy, ...(cap === undefined ? {} : { cap }) });
const paper = (given: Readonly<Record<string, unknown>>): FieldValue => ({
  url: 'https://example.com/white-paper.pdf',
  version: '2.0',
  date: '2026-01-30',
  dti: ['X9J9K872S'],
  chains: ['eip155:1', 'eip155:8453'],
  ...given,
});

const pair = (old: FieldValue, current: FieldValue, ...regimes: readonly Regime[]): ExamplePair => ({
  old,
  new: current,
  ...(regimes.length === 0 ? {} : { regimes }),
});

/** First disclosed, and disclosed no longer. */
const comesAndGoes = (value: FieldValue): readonly ExamplePair[] => [pair(null, value), pair(value, null)];

const scale = (better: FieldValue, worse: FieldValue, unranked: FieldValue): readonly ExamplePair[] => [
  pair(better, worse),
  pair(worse, better),
  pair(better, unranked),
];

export const fieldExamples: Readonly<Record<string, FieldExamples>> = {
  redemption_right: {
    source: 'terms',
    passage: 'Redemption: {value}.',
    pairs: [
      ...scale(
        code('any_holder_par_any_time'),
        code('direct_customers_par'),
        other('Redemption windows are published quarterly.'),
      ),
      ...comesAndGoes(code('any_holder_par_any_time')),
      pair(null, code('issuer_discretion')),
    ],
  },
  redemption_settlement_time: {
    source: 'terms',
    passage: 'We pay within {value} of a valid request.',
    pairs: [
      pair(business('1'), business('5')),
      pair(business('5'), business('2')),
      pair(business('5'), calendar('7')),
      ...comesAndGoes(business('1')),
      pair(null, business('10')),
    ],
  },
  redemption_minimum: {
    source: 'terms',
    passage: 'The minimum amount for redemption is {value}.',
    pairs: [
      pair(money('0'), money('100000')),
      pair(money('1000.5'), money('100')),
      pair(money('100'), money('100', 'USD')),
      ...comesAndGoes(money('100')),
    ],
  },
  redemption_fee: {
    source: 'terms',
    passage: 'We charge {value} on redemption.',
    pairs: [pair(bps('0'), bps('10'), 'MICA_EMT'), pair(bps('10'), bps('0')), ...comesAndGoes(bps('0'))],
  },
  redemption_suspension_grounds: {
    source: 'terms',
    passage: 'We may suspend redemption in these cases: {value}.',
    pairs: [
      pair(codes('law_or_order', 'technical'), codes('law_or_order', 'market_stress', 'technical')),
      pair(codes('law_or_order', 'market_stress'), codes('law_or_order')),
      pair(codes('technical'), codes('issuer_discretion')),
      pair(codes('technical'), codes('other', 'technical')),
      ...comesAndGoes(codes('law_or_order')),
      pair(null, codes('issuer_discretion', 'technical')),
    ],
  },
  redemption_form: {
    source: 'terms',
    passage: 'Redemption is paid in {value}.',
    pairs: [
      pair(codes('fiat_same_currency'), codes('other_token', 'underlying_asset')),
      pair(codes('fiat_same_currency'), codes('fiat_same_currency', 'underlying_asset')),
      pair(codes('other_token'), codes('underlying_asset')),
      pair(codes('other_token'), codes('other')),
      ...comesAndGoes(codes('fiat_same_currency')),
    ],
  },
  reserve_asset_classes: {
    source: 'report',
    passage: 'The reserve consists of {value}.',
    pairs: [
      pair(codes('bank_deposit', 'govt_bill_le93d'), codes('commercial_paper', 'govt_bill_le93d')),
      pair(codes('corporate_bond', 'govt_bill_le93d'), codes('govt_bill_le93d')),
      pair(codes('bank_deposit', 'govt_bill_le93d'), codes('bank_deposit', 'cash_insured')),
      pair(codes('bank_deposit'), codes('bank_deposit', 'other')),
      ...comesAndGoes(codes('bank_deposit', 'govt_bill_le93d')),
    ],
  },
  reserve_coverage_ratio: {
    source: 'report',
    passage: 'The value of the reserve is {value} of the tokens outstanding.',
    pairs: [
      pair(percent('100.05'), percent('99.98')),
      pair(percent('100.2'), percent('102.7')),
      pair(percent('100.5'), percent('100.55')),
      ...comesAndGoes(percent('100.5')),
      pair(null, percent('98.1')),
    ],
  },
  reserve_max_maturity: {
    source: 'report',
    passage: 'No asset of the reserve has a remaining maturity of more than {value}.',
    pairs: [
      pair(calendar('90'), calendar('180')),
      pair(calendar('180'), calendar('93')),
      pair(business('5'), calendar('7')),
      ...comesAndGoes(calendar('93')),
    ],
  },
  reserve_counterparty_limit: {
    source: 'report',
    passage: 'At most {value} of the reserve is held with one counterparty.',
    pairs: [
      pair(percent('25'), percent('40')),
      pair(percent('40'), percent('25')),
      pair(percent('25'), percent('25.5')),
      ...comesAndGoes(percent('25')),
    ],
  },
  reserve_segregation: {
    source: 'terms',
    passage: 'The reserve is held in this way: {value}.',
    pairs: [
      ...scale(code('segregated_account'), code('omnibus'), other('Held as the board decides.')),
      ...comesAndGoes(code('bankruptcy_remote_trust')),
      pair(null, code('commingled')),
    ],
  },
  rehypothecation: {
    source: 'terms',
    passage: 'Pledging or lending of reserve assets is {value}.',
    pairs: [
      ...scale(code('prohibited'), code('permitted'), other('Decided case by case.')),
      ...comesAndGoes(code('prohibited')),
      pair(null, code('permitted')),
    ],
  },
  attestation_frequency: {
    source: 'page',
    passage: 'Reserve reports: {value}.',
    pairs: [
      ...scale(code('monthly'), code('quarterly'), other('From time to time.')),
      ...comesAndGoes(code('monthly')),
      pair(null, code('none')),
    ],
  },
  attestation_assurance: {
    source: 'report',
    passage: 'This report rests on {value}.',
    pairs: [
      ...scale(code('audit'), code('agreed_upon_procedures'), other('A review by a consultant.')),
      ...comesAndGoes(code('reasonable_assurance')),
    ],
  },
  attestation_as_of: {
    source: 'report',
    passage: 'Reserve report as of {value}.',
    pairs: [
      pair(date('2026-10-31'), date('2026-08-31')),
      pair(date('2026-09-30'), date('2026-10-31')),
      ...comesAndGoes(date('2026-10-31')),
    ],
  },
  reserve_custodians: {
    source: 'whitepaper',
    passage: 'Custodians of the reserve: {value}.',
    pairs: [
      pair(parties('Example Bank AG', 'Sample Trust Company'), parties('Example Bank AG')),
      pair(parties('Example Bank AG'), parties('Sample Trust Company')),
      pair(parties('Example Bank AG'), parties('Example Bank AG', 'Sample Trust Company')),
      ...comesAndGoes(parties('Example Bank AG')),
    ],
  },
  custodian_status: {
    source: 'whitepaper',
    passage: 'The custodian is {value}.',
    pairs: [
      ...scale(code('credit_institution'), code('unlicensed'), other('A cooperative.')),
      ...comesAndGoes(code('credit_institution')),
    ],
  },
  freeze_and_seize_powers: {
    source: 'terms',
    passage: 'The issuer has these powers over tokens: {value}.',
    pairs: [
      pair(codes('pause_all'), codes('burn_from', 'pause_all')),
      pair(codes('pause_all', 'seize'), codes('pause_all')),
      pair(codes(), codes('freeze_address'), 'US_GENIUS'),
      pair(codes('pause_all'), codes('other', 'pause_all')),
      ...comesAndGoes(codes('freeze_address')),
    ],
  },
  holder_claim: {
    source: 'whitepaper',
    passage: 'Claim of holders: {value}.',
    pairs: [
      ...scale(code('issuer_direct'), code('intermediary'), other('Claims follow from the general terms.')),
      ...comesAndGoes(code('issuer_direct')),
      pair(null, code('none')),
    ],
  },
  insolvency_treatment: {
    source: 'whitepaper',
    passage: 'If the issuer fails, holders have {value}.',
    pairs: [
      ...scale(code('ring_fenced_pari_passu'), code('unsecured'), other('As a court decides.')),
      ...comesAndGoes(code('secured')),
    ],
  },
  compensation_scheme: {
    source: 'whitepaper',
    passage: 'Cover by a compensation or guarantee scheme: {value}.',
    pairs: [
      pair({ present: true, name: 'Example Guarantee Fund' }, { present: false }),
      pair({ present: false }, { present: true, name: 'Example Guarantee Fund' }),
      pair({ present: true, name: 'Example Guarantee Fund' }, { present: true, name: 'Sample Deposit Scheme' }),
      ...comesAndGoes({ present: false }),
    ],
  },
  value_protection_scheme: {
    source: 'whitepaper',
    passage: 'Scheme that protects the value: {value}.',
    pairs: [
      pair({ present: true, name: 'Reserve of assets' }, { present: false }),
      pair({ present: false }, { present: true, name: 'Reserve of assets' }),
      pair({ present: true, name: 'Reserve of assets' }, { present: true, name: 'Buy-back programme' }),
      ...comesAndGoes({ present: true, name: 'Reserve of assets' }),
    ],
  },
  withdrawal_right: {
    source: 'whitepaper',
    passage: 'A buyer can withdraw from the purchase within {value}.',
    pairs: [
      pair(calendar('14'), calendar('7')),
      pair(calendar('14'), calendar('30')),
      pair(business('10'), calendar('14')),
      ...comesAndGoes(calendar('14')),
    ],
  },
  yield_to_holders: {
    source: 'terms',
    passage: 'Benefits for holding: {value}.',
    pairs: [
      pair(code('none'), code('issuer'), 'MICA_EMT'),
      pair(code('issuer'), code('none'), 'US_GENIUS'),
      pair(code('none'), code('third_party')),
      pair(code('none'), other('Points of a loyalty programme.')),
      ...comesAndGoes(code('none')),
    ],
  },
  complaints_contact: {
    source: 'whitepaper',
    passage: 'Complaints: {value}.',
    pairs: [
      pair({ contact: 'complaints@example.com' }, { contact: 'https://example.com/complaints' }),
      ...comesAndGoes({ contact: 'complaints@example.com' }),
    ],
  },
  dispute_resolution: {
    source: 'terms',
    passage: 'Disputes go to {value}.',
    pairs: [
      ...scale(code('courts_holder_home'), code('arbitration_mandatory_class_waiver'), other('Mediation comes first.')),
      ...comesAndGoes(code('courts_holder_home')),
    ],
  },
  governing_law: {
    source: 'terms',
    passage: 'These terms are governed by the law of {value}.',
    pairs: [pair({ law: 'DE' }, { law: 'US-NY' }), ...comesAndGoes({ law: 'DE' })],
  },
  amendment_power: {
    source: 'terms',
    passage: 'We change these terms {value}.',
    pairs: [
      ...scale(code('notice_with_exit'), code('no_notice'), other('As our charter provides.')),
      ...comesAndGoes(code('notice')),
      pair(null, code('no_notice')),
    ],
  },
  amendment_notice: {
    source: 'terms',
    passage: 'Changes apply {value} after they are announced.',
    pairs: [
      pair(calendar('30'), calendar('5'), 'US_GENIUS'),
      pair(calendar('14'), calendar('30')),
      pair(business('10'), calendar('14')),
      ...comesAndGoes(calendar('30')),
    ],
  },
  transfer_restrictions: {
    source: 'terms',
    passage: 'Transfers are limited by: {value}.',
    pairs: [
      pair(codes('jurisdiction_block'), codes('allowlist', 'jurisdiction_block')),
      pair(codes('jurisdiction_block', 'lockup'), codes('jurisdiction_block')),
      pair(codes('lockup'), codes('issuer_approval')),
      pair(codes('lockup'), codes('lockup', 'other')),
      ...comesAndGoes(codes('jurisdiction_block')),
    ],
  },
  issuer_identity: {
    source: 'whitepaper',
    passage: 'The issuer is {value}.',
    pairs: [
      pair(
        { name: 'Example Europe SAS', lei: '5493001KJTIIGC8Y1R12', country: 'FR' },
        { name: 'Example Ireland Limited', registrationNumber: '700001', country: 'IE' },
      ),
      ...comesAndGoes({ name: 'Example Europe SAS', country: 'FR' }),
    ],
  },
  issuer_authorisation: {
    source: 'whitepaper',
    passage: 'Status of the issuer: {value}.',
    pairs: [
      ...scale(code('authorised'), code('withdrawn'), other('Under the transitional regime.')),
      ...comesAndGoes(code('authorised')),
      pair(null, code('none')),
    ],
  },
  external_auditor: {
    source: 'report',
    passage: 'The reserve was examined by {value}.',
    pairs: [
      pair({ name: 'Example Audit LLP', country: 'GB' }, { name: 'Sample Accountants GmbH', country: 'DE' }),
      ...comesAndGoes({ name: 'Example Audit LLP', country: 'GB' }),
    ],
  },
  holder_fees: {
    source: 'terms',
    passage: 'Our fees: {value}.',
    pairs: [
      pair(fees({ transfer: '5' }), fees({ management: '20', transfer: '5' })),
      pair(fees({ custody: '10', transfer: '5' }), fees({ transfer: '2.5' })),
      pair(fees({ custody: '10', transfer: '5' }), fees({ custody: '5', transfer: '10' })),
      pair(fees({ transfer: '5' }), fees({ other: '5', transfer: '5' })),
      ...comesAndGoes(fees({ transfer: '5' })),
    ],
  },
  supply_policy: {
    source: 'whitepaper',
    passage: 'Supply: {value}.',
    pairs: [
      pair(supply('issued_against_reserve'), supply('uncapped_discretion')),
      pair(supply('fixed_cap', '2000000000'), supply('fixed_cap', '1000000000')),
      pair(supply('fixed_cap', '1000000000'), supply('capped_discretion', '500000000')),
      pair(supply('issued_against_reserve'), supply('issued_against_reserve', '1000000000')),
      pair(supply('fixed_cap'), other('As the community decides.')),
      ...comesAndGoes(supply('fixed_cap', '1000000000')),
    ],
  },
  document_reference: {
    source: 'whitepaper',
    passage: null,
    pairs: [
      pair(paper({}), paper({ chains: ['eip155:1'] })),
      pair(paper({}), paper({ url: 'https://example.org/white-paper.pdf' })),
      pair(paper({}), paper({ version: '2.1', date: '2026-06-03' })),
      ...comesAndGoes(paper({})),
    ],
  },
};
