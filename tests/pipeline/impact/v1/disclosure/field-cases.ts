/** Cases of every field of the catalogue, as values of the field. */
import type { FieldValue } from '../../../../../schemas/fields/field.ts';

/** From one value to another, under a regime or none: the result of `verdictOf`. */
export type FieldCase = readonly [
  name: string,
  old: FieldValue,
  current: FieldValue,
  expected: string,
  regime?: string,
];

const code = (text: string): FieldValue => ({ code: text });
const codes = (...members: readonly string[]): FieldValue => ({ codes: members });
const business = (days: string): FieldValue => ({ days, count: 'business' });
const calendar = (days: string): FieldValue => ({ days, count: 'calendar' });
const money = (amount: string, currency = 'EUR'): FieldValue => ({ amount, currency });
const parties = (...names: readonly string[]): FieldValue => ({ parties: names.map((name) => ({ name })) });
const fees = (rates: Readonly<Record<string, string>>): FieldValue => ({
  fees: Object.entries(rates).map(([kind, bps]) => ({ code: kind, bps })),
});

/** By number and name of the field. */
export const fieldCases: Readonly<Record<string, readonly FieldCase[]>> = {
  '1 redemption_right': [
    ['towards the best', code('direct_customers_par'), code('any_holder_par_conditions'), 'strengthens PP+ RD+'],
    ['away from the best', code('any_holder_par_any_time'), code('none'), 'weakens PP- RD-'],
    ['first two are protective', null, code('any_holder_par_conditions'), 'strengthens PP+ RD+ TR+'],
    ['the third is neither', null, code('direct_customers_par'), 'strengthens PP0 RD0 TR+'],
    ['last two are adverse', null, code('issuer_discretion'), 'mixed PP- RD- TR+'],
    ['a protective value goes', code('any_holder_par_any_time'), null, 'weakens PP- RD- TR-'],
    ['an adverse value goes', code('none'), null, 'weakens PP0 RD0 TR-'],
    ['other', code('none'), { code: 'other', text: 'by lottery' }, 'unassessed PP? RD?'],
  ],
  '2 redemption_settlement_time': [
    ['longer', business('1'), business('5'), 'weakens RD-'],
    ['shorter', business('5'), calendar('6.9'), 'strengthens RD+'],
    ['a business day is 1.4 days', business('5'), calendar('7'), 'neutral RD0 clarification'],
    ['two business days protect', null, business('2'), 'strengthens RD+ TR+'],
    ['2.8 calendar days protect', null, calendar('2.8'), 'strengthens RD+ TR+'],
    ['three calendar days are neither', null, calendar('3'), 'strengthens RD0 TR+'],
    ['above five business days is adverse', null, calendar('7.1'), 'mixed RD- TR+'],
    ['five business days are neither', null, business('5'), 'strengthens RD0 TR+'],
  ],
  '3 redemption_minimum': [
    ['higher', money('100'), money('100000'), 'weakens PP- RD-'],
    ['none any more', money('100'), money('0'), 'strengthens PP+ RD+'],
    ['from none, in another currency', money('0', 'USD'), money('100'), 'weakens PP- RD-'],
    ['two currencies', money('100', 'USD'), money('100'), 'unassessed PP? RD?'],
    ['no minimum protects', null, money('0'), 'strengthens PP+ RD+ TR+'],
  ],
  '4 redemption_fee': [
    ['higher', { bps: '10' }, { bps: '10.5' }, 'weakens CO- RD-'],
    ['lower', { bps: '10' }, { bps: '5' }, 'strengthens CO+ RD+'],
    ['no fee protects', null, { bps: '0' }, 'strengthens CO+ RD+ TR+'],
    ['a fee under MiCA', { bps: '0' }, { bps: '10' }, 'weakens CO- LS- RD-', 'MICA_EMT'],
    ['a fee disclosed under MiCA', null, { bps: '10' }, 'mixed CO0 LS- RD0 TR+', 'MICA_ART'],
    ['a lower fee under MiCA', { bps: '10' }, { bps: '5' }, 'strengthens CO+ RD+', 'MICA_EMT'],
    ['no fee under MiCA', { bps: '0' }, { bps: '0.0' }, 'neutral CO0 RD0 clarification', 'MICA_EMT'],
    ['a fee under another regime', { bps: '0' }, { bps: '10' }, 'weakens CO- RD-', 'US_GENIUS'],
  ],
  '5 redemption_suspension_grounds': [
    ['only added', codes('technical'), codes('market_stress', 'technical'), 'weakens PP- RD-'],
    ['only removed', codes('market_stress', 'technical'), codes(), 'strengthens PP+ RD+'],
    ['both', codes('technical'), codes('market_stress'), 'mixed PP~ RD~'],
    ['discretion is adverse', null, codes('issuer_discretion', 'technical'), 'mixed PP- RD- TR+'],
    ['other', codes('technical'), codes('other', 'technical'), 'unassessed PP? RD?'],
  ],
  '6 redemption_form': [
    ['only added', codes('fiat_same_currency'), codes('fiat_same_currency', 'other_token'), 'strengthens RD+'],
    ['only removed', codes('other_token', 'underlying_asset'), codes('other_token'), 'weakens RD-'],
    ['money is lost', codes('fiat_same_currency'), codes('other_token', 'underlying_asset'), 'weakens RD-'],
    ['money is gained for another', codes('other_token'), codes('fiat_same_currency'), 'mixed RD~'],
  ],
  '7 reserve_asset_classes': [
    ['a lower worst tier', codes('bank_deposit'), codes('bank_deposit', 'crypto'), 'weakens PP- RQ-'],
    ['a higher worst tier', codes('commercial_paper', 'govt_note'), codes('govt_note'), 'strengthens PP+ RQ+'],
    ['more of the worst tier', codes('bank_deposit'), codes('bank_deposit', 'govt_mmf'), 'weakens PP- RQ-'],
    ['fewer of the worst tier', codes('bank_deposit', 'govt_mmf'), codes('govt_mmf'), 'strengthens PP+ RQ+'],
    ['a swap in one tier', codes('bank_deposit'), codes('govt_mmf'), 'neutral PP0 RQ0'],
    ['more of a better tier', codes('crypto'), codes('bank_deposit', 'crypto'), 'neutral PP0 RQ0'],
    ['nothing to rank', codes(), codes('crypto'), 'unassessed PP? RQ?'],
    ['other', codes('bank_deposit'), codes('bank_deposit', 'other'), 'unassessed PP? RQ?'],
  ],
  '8 reserve_coverage_ratio': [
    ['within the tolerance', { percent: '100.5' }, { percent: '100.4' }, 'neutral PP0 RQ0 clarification'],
    ['beyond it, down', { percent: '100.5' }, { percent: '100.39' }, 'weakens PP- RQ-'],
    ['beyond it, up', { percent: '100.5' }, { percent: '100.61' }, 'strengthens PP+ RQ+'],
    ['below 100 within the tolerance', { percent: '100' }, { percent: '99.99' }, 'weakens PP- RQ-'],
    ['back to 100 within the tolerance', { percent: '99.99' }, { percent: '100.0' }, 'strengthens PP+ RQ+'],
    ['below 100 is adverse', null, { percent: '99.999' }, 'mixed PP- RQ- TR+'],
    ['100 is not', null, { percent: '100' }, 'strengthens PP0 RQ0 TR+'],
  ],
  '9 reserve_max_maturity': [
    ['longer', calendar('30'), calendar('31'), 'weakens RD- RQ-'],
    ['across 93 days', calendar('93'), calendar('94'), 'weakens RD- RQ-'],
    ['back to 93 days', calendar('120'), calendar('93'), 'strengthens RD+ RQ+'],
  ],
  '10 reserve_counterparty_limit': [
    ['within a point', { percent: '25' }, { percent: '26' }, 'neutral RQ0 clarification'],
    ['beyond a point, up', { percent: '25' }, { percent: '26.01' }, 'weakens RQ-'],
    ['beyond a point, down', { percent: '25' }, { percent: '20' }, 'strengthens RQ+'],
  ],
  '11 reserve_segregation': [
    ['down', code('bankruptcy_remote_trust'), code('omnibus'), 'weakens CU- PP-'],
    ['up', code('commingled'), code('segregated_account'), 'strengthens CU+ PP+'],
    ['first two are protective', null, code('statutory_safeguarding'), 'strengthens CU+ PP+ TR+'],
    ['the last is adverse', null, code('commingled'), 'mixed CU- PP- TR+'],
    ['omnibus is neither', null, code('omnibus'), 'strengthens CU0 PP0 TR+'],
  ],
  '12 rehypothecation': [
    ['down', code('prohibited'), code('liquidity_only'), 'weakens CU- RQ-'],
    ['up', code('permitted'), code('prohibited'), 'strengthens CU+ RQ+'],
    ['prohibited is protective', code('prohibited'), null, 'weakens CU- RQ- TR-'],
    ['permitted is adverse', null, code('permitted'), 'mixed CU- RQ- TR+'],
  ],
  '13 attestation_frequency': [
    ['less often', code('monthly'), code('quarterly'), 'weakens TR-'],
    ['more often', code('annual'), code('real_time'), 'strengthens TR+'],
    ['never is worst', code('annual'), code('none'), 'weakens TR-'],
    ['never is adverse', null, code('none'), 'mixed TR~'],
    ['other', code('monthly'), { code: 'other', text: 'now and then' }, 'unassessed TR?'],
  ],
  '14 attestation_assurance': [
    ['down', code('audit'), code('agreed_upon_procedures'), 'weakens GO- TR-'],
    ['up', code('none'), code('management_only'), 'strengthens GO+ TR+'],
    ['no value is protective', null, code('audit'), 'strengthens GO0 TR+'],
  ],
  '15 attestation_as_of': [
    ['later is routine', { date: '2026-01-31' }, { date: '2026-02-28' }, 'neutral TR0 clarification suppressed'],
    ['earlier', { date: '2026-02-28' }, { date: '2026-01-31' }, 'weakens TR-'],
    ['stated', null, { date: '2026-02-28' }, 'strengthens TR+'],
    ['not stated any more', { date: '2026-02-28' }, null, 'weakens TR-'],
  ],
  '16 reserve_custodians': [
    ['removed to none', parties('A Bank'), null, 'weakens CU- TR-'],
    ['none are named', parties('A Bank'), parties(), 'weakens CU-'],
    ['replaced', parties('A Bank'), parties('B Bank'), 'mixed CU~'],
    ['added', parties('A Bank'), parties('A Bank', 'B Bank'), 'neutral CU0'],
    ['one of two removed', parties('A Bank', 'B Bank'), parties('A Bank'), 'weakens CU-'],
    ['another spelling', parties('A Bank.'), parties('a  bank'), 'neutral CU0 clarification'],
    ['first named', null, parties('A Bank'), 'strengthens CU0 TR+'],
  ],
  '17 custodian_status': [
    ['down', code('credit_institution'), code('unlicensed'), 'weakens CU- PP-'],
    ['up', code('trust_company'), code('central_bank'), 'strengthens CU+ PP+'],
    ['no value is adverse', null, code('unlicensed'), 'strengthens CU0 PP0 TR+'],
  ],
  '18 freeze_and_seize_powers': [
    ['added', codes('pause_all'), codes('pause_all', 'seize'), 'weakens GO- PP-'],
    ['removed', codes('pause_all', 'seize'), codes('pause_all'), 'strengthens GO+ PP+'],
    ['freezing under GENIUS', codes(), codes('freeze_address'), 'mixed GO- LS+ PP-', 'US_GENIUS'],
    ['freezing elsewhere', codes(), codes('freeze_address'), 'weakens GO- PP-', 'MICA_EMT'],
    [
      'seizing beside freezing under GENIUS',
      codes('freeze_address'),
      codes('freeze_address', 'seize'),
      'weakens GO- PP-',
      'US_GENIUS',
    ],
    ['other, under GENIUS', codes('other'), codes('freeze_address', 'other'), 'unassessed GO? PP?', 'US_GENIUS'],
  ],
  '19 holder_claim': [
    ['down', code('issuer_direct'), code('spv'), 'weakens LS- PP-'],
    ['up', code('none'), code('issuer_and_segregated_assets'), 'strengthens LS+ PP+'],
    ['last two are adverse', null, code('intermediary'), 'mixed LS- PP- TR+'],
  ],
  '20 insolvency_treatment': [
    ['down', code('ring_fenced_pari_passu'), code('unsecured'), 'weakens LS- PP-'],
    ['up', code('subordinated'), code('statutory_priority'), 'strengthens LS+ PP+'],
  ],
  '21 compensation_scheme': [
    ['to true', { present: false }, { present: true, name: 'Scheme' }, 'strengthens PP+'],
    ['to false', { present: true }, { present: false }, 'weakens PP-'],
    ['another name', { present: true, name: 'A' }, { present: true, name: 'B' }, 'neutral PP0'],
  ],
  '22 value_protection_scheme': [
    ['to true', { present: false }, { present: true }, 'strengthens PP+ RQ+'],
    ['to false', { present: true }, { present: false }, 'weakens PP- RQ-'],
  ],
  '23 withdrawal_right': [
    ['fewer days', calendar('30'), calendar('14'), 'weakens PP-'],
    ['across 14 days', calendar('14'), calendar('13'), 'weakens PP-'],
    ['more days', calendar('0'), calendar('14'), 'strengthens PP+'],
    ['ten business days are fourteen', business('10'), calendar('14'), 'neutral PP0 clarification'],
  ],
  '24 yield_to_holders': [
    ['the issuer starts, under MiCA', code('none'), code('issuer'), 'weakens LS- PP0', 'MICA_EMT'],
    ['the issuer starts, under MiCA for ART', code('none'), code('issuer'), 'weakens LS- PP0', 'MICA_ART'],
    ['the issuer stops, under GENIUS', code('issuer'), code('none'), 'strengthens LS+ PP0', 'US_GENIUS'],
    ['the issuer starts, without such a regime', code('none'), code('issuer'), 'mixed LS~ PP0', 'MICA_OTHER'],
    ['the issuer stops, without a regime', code('issuer'), code('none'), 'mixed LS~ PP0'],
    ['a third party, under MiCA', code('none'), code('third_party'), 'mixed LS~ PP0', 'MICA_EMT'],
    ['from a third party to the issuer, under MiCA', code('third_party'), code('issuer'), 'mixed LS~ PP0', 'MICA_EMT'],
    ['from the issuer to a third party, under MiCA', code('issuer'), code('third_party'), 'mixed LS~ PP0', 'MICA_EMT'],
    ['no other party, under MiCA', code('issuer'), code('issuer'), 'neutral LS0 PP0 clarification', 'MICA_EMT'],
    ['disclosed, under MiCA', null, code('issuer'), 'mixed LS- PP0 TR+', 'MICA_EMT'],
    ['not disclosed any more, under MiCA', code('issuer'), null, 'weakens LS0 PP0 TR-', 'MICA_EMT'],
    ['other', code('issuer'), { code: 'other', text: 'points' }, 'unassessed LS? PP?', 'MICA_EMT'],
  ],
  '25 complaints_contact': [
    ['another', { contact: 'a@example.com' }, { contact: 'b@example.com' }, 'mixed PP~ TR~'],
    ['removed', { contact: 'a@example.com' }, null, 'weakens PP- TR-'],
    ['added', null, { contact: 'a@example.com' }, 'strengthens PP0 TR+'],
  ],
  '26 dispute_resolution': [
    ['down', code('courts_other'), code('arbitration_mandatory_class_waiver'), 'weakens LS- PP-'],
    ['up', code('arbitration_mandatory'), code('courts_holder_home'), 'strengthens LS+ PP+'],
  ],
  '27 governing_law': [
    ['another country', { law: 'DE' }, { law: 'KY' }, 'mixed LS~'],
    ['another subdivision', { law: 'US-NY' }, { law: 'US-DE' }, 'mixed LS~'],
    ['not stated any more', { law: 'DE' }, null, 'weakens LS0 TR-'],
  ],
  '28 amendment_power': [
    ['down', code('notice_with_exit'), code('notice'), 'weakens GO- PP-'],
    ['up', code('no_notice'), code('holder_consent'), 'strengthens GO+ PP+'],
    ['the last is adverse', null, code('no_notice'), 'mixed GO- PP- TR+'],
  ],
  '29 amendment_notice': [
    ['fewer days', calendar('30'), calendar('10'), 'weakens PP- TR-', 'US_GENIUS'],
    ['more days', calendar('10'), calendar('30'), 'strengthens PP+ TR+'],
    ['below seven days, under GENIUS', calendar('7'), calendar('6'), 'weakens LS- PP- TR-', 'US_GENIUS'],
    ['back to seven days, under GENIUS', business('4'), calendar('7'), 'strengthens LS+ PP+ TR+', 'US_GENIUS'],
    ['below seven days elsewhere', calendar('7'), calendar('6'), 'weakens PP- TR-', 'MICA_EMT'],
  ],
  '30 transfer_restrictions': [
    ['added', codes(), codes('allowlist'), 'weakens TF-'],
    ['removed', codes('allowlist', 'lockup'), codes('lockup'), 'strengthens TF+'],
    ['both', codes('allowlist'), codes('lockup'), 'mixed TF~'],
  ],
  '31 issuer_identity': [
    [
      'another LEI',
      { name: 'Example SA', lei: '969500MZZNSF2FX9L073' },
      { name: 'Example SA', lei: '969500OYUDADGZKCR583' },
      'mixed GO~ LS~',
    ],
    [
      'the same LEI, another name',
      { name: 'Example SA', lei: '969500MZZNSF2FX9L073' },
      { name: 'New name SA', lei: '969500MZZNSF2FX9L073' },
      'neutral GO0 LS0 clarification',
    ],
    [
      'another registration number',
      { name: 'A', registrationNumber: 'HRB 1', country: 'DE' },
      { name: 'A', registrationNumber: 'HRB 2', country: 'DE' },
      'mixed GO~ LS~',
    ],
    ['another name', { name: 'Example SA' }, { name: 'Other SA' }, 'mixed GO~ LS~'],
    ['not stated any more', { name: 'Example SA' }, null, 'weakens GO0 LS0 TR-'],
  ],
  '32 issuer_authorisation': [
    ['down', code('authorised'), code('withdrawn'), 'weakens LS- PP-'],
    ['up', code('applied'), code('authorised'), 'strengthens LS+ PP+'],
    ['last two are adverse', null, code('none'), 'mixed LS- PP- TR+'],
    ['removal of an adverse one is no improvement', code('withdrawn'), null, 'weakens LS0 PP0 TR-'],
  ],
  '33 external_auditor': [
    ['replaced', { name: 'A LLP' }, { name: 'B LLP' }, 'mixed GO~ TR~'],
    ['removed', { name: 'A LLP' }, null, 'weakens GO- TR-'],
    ['added', null, { name: 'A LLP' }, 'strengthens GO0 TR+'],
  ],
  '34 holder_fees': [
    ['one higher', fees({ transfer: '5' }), fees({ transfer: '10' }), 'weakens CO-'],
    ['one lower', fees({ custody: '5', transfer: '5' }), fees({ transfer: '5' }), 'strengthens CO+'],
    ['a further one', fees({}), fees({ issue: '5' }), 'weakens CO-'],
    ['moved apart', fees({ custody: '5', transfer: '5' }), fees({ custody: '6', transfer: '4' }), 'mixed CO~'],
    ['a further one of nothing', fees({ issue: '5' }), fees({ custody: '0', issue: '5' }), 'neutral CO0 clarification'],
    ['other', fees({ other: '5' }), fees({ other: '6' }), 'unassessed CO?'],
  ],
  '35 supply_policy': [
    ['down', code('issued_against_reserve'), code('uncapped_discretion'), 'weakens SU-'],
    ['up', code('algorithmic'), code('fixed_cap'), 'strengthens SU+'],
    ['cap raised', { code: 'fixed_cap', cap: '1000' }, { code: 'fixed_cap', cap: '1001' }, 'weakens SU-'],
    ['cap lowered', { code: 'fixed_cap', cap: '1000' }, { code: 'fixed_cap', cap: '999.5' }, 'strengthens SU+'],
    ['up, cap raised', { code: 'capped_discretion', cap: '1' }, { code: 'fixed_cap', cap: '2' }, 'mixed SU~'],
    ['cap stated', code('fixed_cap'), { code: 'fixed_cap', cap: '2' }, 'neutral SU0'],
    ['cap no longer stated', { code: 'fixed_cap', cap: '2' }, code('fixed_cap'), 'weakens SU-'],
    ['up, cap no longer stated', { code: 'capped_discretion', cap: '2' }, code('fixed_cap'), 'mixed SU~'],
    ['other', code('fixed_cap'), { code: 'other', text: 'by vote', cap: '2' }, 'unassessed SU?'],
  ],
  '36 document_reference': [
    [
      'other path',
      { url: 'https://www.issuer.example/a' },
      { url: 'https://docs.issuer.example/b' },
      'neutral TF0 TR0 clarification',
    ],
    ['other registrable host', { url: 'https://a.example/x' }, { url: 'https://b.example/x' }, 'mixed TF0 TR~'],
    [
      'another owner under one suffix',
      { url: 'https://a.github.io/x' },
      { url: 'https://b.github.io/x' },
      'mixed TF0 TR~',
    ],
    [
      'version and date',
      { url: 'https://a.example/x', version: '1', date: '2026-01-01' },
      { url: 'https://a.example/x', version: '2', date: '2026-02-01' },
      'neutral TF0 TR0 clarification',
    ],
    [
      'date alone is routine',
      { url: 'https://a.example/x', date: '2026-01-01' },
      { url: 'https://a.example/x', date: '2026-02-01' },
      'neutral TF0 TR0 clarification suppressed',
    ],
    [
      'chain added',
      { url: 'https://a.example/x', chains: ['eip155:1'] },
      { url: 'https://a.example/x', chains: ['eip155:1', 'eip155:8453'] },
      'neutral TF0 TR0',
    ],
    [
      'chain removed',
      { url: 'https://a.example/x', chains: ['eip155:1', 'eip155:8453'] },
      { url: 'https://a.example/x', chains: ['eip155:1'] },
      'weakens TF- TR0',
    ],
    [
      'another token identifier',
      { url: 'https://a.example/x', dti: ['X9J9K872S'] },
      { url: 'https://a.example/x', dti: ['3KL7N1R92'] },
      'neutral TF0 TR0',
    ],
    [
      'no token identifier any more',
      { url: 'https://a.example/x', dti: ['X9J9K872S'] },
      { url: 'https://a.example/x' },
      'weakens TF0 TR-',
    ],
    ['removed', { url: 'https://a.example/x' }, null, 'weakens TF0 TR-'],
  ],
};
