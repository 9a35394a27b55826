import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { noteOnValue, formatValue } from '../../../../pipeline/documents/fields/value-text.ts';
import { disclosureFields, fieldOf } from '../../../../schemas/fields/catalogue.ts';
import type { DisclosureField, FieldValue } from '../../../../schemas/fields/field.ts';

const field = (name: string): DisclosureField => {
  const found = fieldOf(name);
  if (found === undefined) throw new Error(`no field ${name}`);
  return found;
};

const values: readonly (readonly [name: string, value: FieldValue, words: string])[] = [
  ['redemption_fee', null, 'not stated'],
  ['redemption_right', { code: 'any_holder_par_any_time' }, 'any holder, at par, at any time'],
  ['redemption_right', { code: 'other', text: 'On Tuesdays only.' }, '“On Tuesdays only”'],
  ['redemption_fee', { bps: '10' }, '0.10 %'],
  ['redemption_fee', { bps: '0' }, '0 %'],
  ['redemption_fee', { bps: '12345' }, '123.45 %'],
  ['redemption_fee', { bps: '0.5' }, '0.005 %'],
  ['redemption_settlement_time', { days: '1', count: 'business' }, '1 business day'],
  ['redemption_settlement_time', { days: '5', count: 'business' }, '5 business days'],
  ['redemption_settlement_time', { days: '1', count: 'calendar' }, '1 day'],
  ['redemption_settlement_time', { days: '0', count: 'calendar' }, '0 days'],
  ['redemption_minimum', { amount: '1000.5', currency: 'EUR' }, '1,000.50 EUR'],
  ['redemption_minimum', { amount: '1000000', currency: 'USD' }, '1,000,000 USD'],
  ['redemption_minimum', { amount: '0', currency: 'EUR' }, '0 EUR'],
  ['reserve_coverage_ratio', { percent: '100.5' }, '100.5 %'],
  ['redemption_suspension_grounds', { codes: [] }, 'none'],
  ['redemption_suspension_grounds', { codes: ['market_stress'] }, 'market stress'],
  [
    'redemption_suspension_grounds',
    { codes: ['force_majeure', 'market_stress', 'other'] },
    'force majeure, market stress and another ground',
  ],
  ['redemption_form', { codes: ['fiat_same_currency'] }, 'money in the reference currency'],
  ['reserve_asset_classes', { codes: ['bank_deposit', 'crypto'] }, 'bank deposits and crypto-assets'],
  ['attestation_frequency', { code: 'semiannual' }, 'every six months'],
  ['attestation_as_of', { date: '2026-10-31' }, '31 October 2026'],
  ['compensation_scheme', { present: true, name: 'Deposit fund' }, 'yes (Deposit fund)'],
  ['compensation_scheme', { present: false }, 'no'],
  ['yield_to_holders', { code: 'issuer' }, 'the issuer pays a benefit'],
  [
    'issuer_identity',
    { name: 'Example SAS', lei: '5493001KJTIIGC8Y1R12', country: 'FR' },
    'Example SAS (LEI 5493001KJTIIGC8Y1R12, France)',
  ],
  [
    'issuer_identity',
    { name: 'Example', registrationNumber: '12', country: 'QA' },
    'Example (registration number 12, QA)',
  ],
  ['issuer_identity', { name: 'Example' }, 'Example'],
  ['reserve_custodians', { parties: [{ name: 'A' }, { name: 'B', country: 'DE' }] }, 'A and B (Germany)'],
  ['reserve_custodians', { parties: [] }, 'nobody'],
  ['governing_law', { law: 'DE' }, 'Germany (DE)'],
  ['governing_law', { law: 'US-NY' }, 'New York (US-NY)'],
  ['governing_law', { law: 'QA' }, 'QA'],
  ['complaints_contact', { contact: 'complaints@example.com' }, '“complaints@example.com”'],
  [
    'holder_fees',
    {
      fees: [
        { code: 'issue', bps: '10' },
        { code: 'other', bps: '1' },
      ],
    },
    'issue 0.10 % and other services 0.01 %',
  ],
  ['holder_fees', { fees: [] }, 'none'],
  ['supply_policy', { code: 'fixed_cap', cap: '1000000' }, 'a fixed cap (1,000,000 tokens at most)'],
  ['supply_policy', { code: 'algorithmic' }, 'by an algorithm'],
  [
    'document_reference',
    { url: 'https://example.com/a.pdf', version: '1.2', date: '2026-06-03', language: 'en' },
    'https://example.com/a.pdf (version 1.2, 3 June 2026, in English)',
  ],
  [
    'document_reference',
    { url: 'https://example.com/a.pdf', dti: ['X9J9K872S'], chains: ['eip155:1', 'eip155:10'], language: 'pt-BR' },
    'https://example.com/a.pdf (in pt-BR, DTI X9J9K872S, on Ethereum and eip155:10)',
  ],
];

for (const [name, value, words] of values) {
  test(`${name} ${JSON.stringify(value)} is ${words}`, () => assert.is(formatValue(field(name), value), words));
}

test('every kind of rule has a case', () => {
  const covered = new Set(values.map(([name]) => field(name).rule.type));
  assert.equal(
    [...new Set(disclosureFields.map(({ rule }) => rule.type))].filter((type) => !covered.has(type)),
    [],
  );
});

test('business days have a note with the calendar days they are compared as', () => {
  assert.is(
    noteOnValue({ days: '5', count: 'business' }),
    'Compared as 7 calendar days: a business day counts as 1.4.',
  );
  assert.is(noteOnValue({ days: '5', count: 'calendar' }), null);
  assert.is(noteOnValue(null), null);
});

test.run();
