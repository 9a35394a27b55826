import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  canonicalFieldValue,
  fieldProblem,
  fieldProblems,
  sameLoosely,
} from '../../../../pipeline/documents/fields/field-value.ts';
import { disclosureFields } from '../../../../schemas/fields/catalogue.ts';
import type { FieldValue } from '../../../../schemas/fields/field.ts';
import { canonicalJson } from '../../../../schemas/values/canonical.ts';
import { anyJson, fieldValueArbitrary, readingArbitrary } from '../../changes/families/disclosure/field-arbitraries.ts';
import { runsOf } from '../../../support/runs.ts';

const names = disclosureFields.map(({ name }) => name);
const lei = '0000EXAMPLEISSUER076';

/** Lists within each other. */
function nested(levels: number): unknown {
  let value: unknown = [];
  for (let level = 1; level < levels; level += 1) value = [value];
  return value;
}

const refusals: readonly (readonly [field: string, value: unknown, problem: RegExp])[] = [
  ['nothing_such', {}, /^field "nothing_such" is not in the catalogue/],
  ['nothing_such', null, /^field "nothing_such" is not in the catalogue/],
  ['constructor', {}, /is not in the catalogue/],
  ['redemption_fee', undefined, /^value is not an object; it is nothing$/],
  ['redemption_fee', '10', /^value is not an object; it is "10"$/],
  ['redemption_fee', [], /^value is not an object/],
  ['redemption_fee', {}, /^value.bps is missing$/],
  ['redemption_fee', { bps: 10 }, /^value.bps is not a decimal \(.*\); it is 10$/],
  ['redemption_fee', { bps: null }, /^value.bps is not a decimal/],
  ['redemption_fee', { bps: '-1' }, /^value.bps is not a decimal/],
  ['redemption_fee', { bps: '+1' }, /^value.bps is not a decimal/],
  ['redemption_fee', { bps: '1e5' }, /^value.bps is not a decimal/],
  ['redemption_fee', { bps: '01' }, /^value.bps is not a decimal/],
  ['redemption_fee', { bps: '1.' }, /^value.bps is not a decimal/],
  ['redemption_fee', { bps: '.5' }, /^value.bps is not a decimal/],
  ['redemption_fee', { bps: ' 1' }, /^value.bps is not a decimal/],
  ['redemption_fee', { bps: '1\n' }, /^value.bps is not a decimal/],
  ['redemption_fee', { bps: '1,5' }, /^value.bps is not a decimal/],
  ['redemption_fee', { bps: '١' }, /^value.bps is not a decimal/],
  ['redemption_fee', { bps: '9'.repeat(31) }, /^value.bps is not a decimal/],
  ['redemption_fee', { bps: `1.${'1'.repeat(30)}` }, /^value.bps is not a decimal/],
  ['redemption_fee', { bps: '10', unit: 'bps' }, /^value.unit is no member of this value$/],
  ['redemption_minimum', { amount: '1', currency: 'eur' }, /^value.currency is not a currency/],
  ['redemption_minimum', { amount: '1', currency: '€' }, /^value.currency is not a currency/],
  ['redemption_settlement_time', { days: '5' }, /^value.count is missing$/],
  [
    'redemption_settlement_time',
    { days: '5', count: 'weeks' },
    /^value.count is not one of business, calendar; it is "weeks"$/,
  ],
  ['redemption_right', { code: 'par' }, /^value.code is not one of any_holder_par_any_time, .*, other; it is "par"$/],
  ['redemption_right', { code: 'other' }, /^value.text is missing$/],
  ['redemption_right', { code: 'other', text: ' ' }, /^value.text is not a text/],
  ['redemption_right', { code: 'other', text: 'a\ud800' }, /^value.text is not a text/],
  ['redemption_right', { code: 'none', text: 'no' }, /^value.text goes with the code "other" only$/],
  ['freeze_and_seize_powers', { codes: ['seize', 'pause_all'] }, /^value.codes is not in order$/],
  ['freeze_and_seize_powers', { codes: ['seize', 'seize'] }, /^value.codes has the same member twice$/],
  ['freeze_and_seize_powers', { codes: ['mint'] }, /^value.codes\[0\] is not one of pause_all/],
  ['freeze_and_seize_powers', { codes: 'seize' }, /^value.codes is not an array/],
  ['compensation_scheme', { present: 'true' }, /^value.present is not true or false; it is "true"$/],
  ['compensation_scheme', { present: true, name: '' }, /^value.name is not a text/],
  ['issuer_identity', { name: 'A', lei: '0000EXAMPLEISSUER077' }, /^value.lei is not an LEI \(ISO 17442, with a valid/],
  ['issuer_identity', { name: 'A', country: 'EL' }, /^value.country is not a country/],
  ['issuer_identity', { lei }, /^value.name is missing$/],
  ['reserve_custodians', { parties: [{ name: 'B' }, { name: 'A' }] }, /^value.parties is not in order$/],
  ['reserve_custodians', { parties: [{ lei }] }, /^value.parties\[0\].name is missing$/],
  ['reserve_custodians', { parties: [[{ name: [] }]] }, /^value has more than 3 levels$/],
  ['redemption_fee', { bps: nested(1_000) }, /^value has more than 3 levels$/],
  [
    'reserve_custodians',
    { parties: Array.from({ length: 50_000 }, (_, index) => ({ name: String(index) })) },
    /^value.parties has more than 200 members$/,
  ],
  ['governing_law', { law: 'EU' }, /^value.law is not a law/],
  ['governing_law', { law: 'US-' }, /^value.law is not a law/],
  ['governing_law', { law: 'New York' }, /^value.law is not a law/],
  ['attestation_as_of', { date: '2026-02-29' }, /^value.date is not a date/],
  ['attestation_as_of', { date: '2100-02-29' }, /^value.date is not a date/],
  ['attestation_as_of', { date: '1899-12-31' }, /^value.date is not a date/],
  ['attestation_as_of', { date: '30/01/2026' }, /^value.date is not a date/],
  ['attestation_as_of', { date: '2026-01-30T00:00:00Z' }, /^value.date is not a date/],
  [
    'holder_fees',
    {
      fees: [
        { code: 'transfer', bps: '5' },
        { code: 'transfer', bps: '6' },
      ],
    },
    /^value.fees\[1\] states what the one before states$/,
  ],
  ['holder_fees', { fees: [{ code: 'mint', bps: '5' }] }, /^value.fees\[0\].code is not one of issue/],
  ['supply_policy', { code: 'fixed_cap', cap: 1000 }, /^value.cap is not a decimal/],
  ['document_reference', { version: '1' }, /^value.url is missing$/],
  ['document_reference', { url: 'http://example.com/' }, /^value.url is not an https URL/],
  ['document_reference', { url: 'https://user@example.com/' }, /^value.url is not an https URL/],
  ['document_reference', { url: 'https://a.example/', language: 'English' }, /^value.language is not a language/],
  ['document_reference', { url: 'https://a.example/', dti: ['X9J'] }, /^value.dti\[0\] is not a DTI/],
  ['document_reference', { url: 'https://a.example/', chains: ['ethereum'] }, /^value.chains\[0\] is not a chain/],
];
for (const [field, value, problem] of refusals) {
  test(`refused: ${JSON.stringify([field, value]).slice(0, 100)}`, () => {
    assert.match(fieldProblem(field, value) ?? 'nothing', problem);
  });
}

const accepted: readonly (readonly [field: string, value: FieldValue])[] = [
  ['redemption_fee', { bps: '0' }],
  ['redemption_fee', { bps: `0.${'0'.repeat(28)}1` }],
  ['redemption_fee', { bps: '9'.repeat(30) }],
  ['redemption_minimum', { amount: '430', currency: 'PAXG' }],
  ['redemption_suspension_grounds', { codes: [] }],
  ['redemption_suspension_grounds', { codes: ['other', 'technical'] }],
  ['reserve_custodians', { parties: [] }],
  ['reserve_custodians', { parties: [{ name: 'A' }, { name: 'A', country: 'DE' }] }],
  ['attestation_as_of', { date: '2024-02-29' }],
  ['governing_law', { law: 'US-NY' }],
  ['supply_policy', { code: 'other', text: 'by vote', cap: '1000' }],
  ['holder_fees', { fees: [] }],
];
for (const [field, value] of accepted) {
  test(`accepted: ${field} ${JSON.stringify(value).slice(0, 60)}`, () => {
    assert.is(fieldProblem(field, value), null);
  });
}

test('the example of every field is a value of it, in its canonical form, and null is one of every field', () => {
  for (const { name, example } of disclosureFields) {
    assert.is(fieldProblem(name, example), null, name);
    assert.equal(canonicalFieldValue(example), example);
    assert.is(fieldProblem(name, null), null, name);
  }
});

test('every code of every field is accepted', () => {
  for (const { name, words, rule } of disclosureFields) {
    for (const code of Object.keys(words)) {
      const text = code === 'other' ? { text: 'as stated' } : {};
      const value =
        rule.type === 'fees'
          ? { fees: [{ code, bps: '1' }] }
          : rule.type.startsWith('set') || rule.type === 'tierSet'
            ? { codes: [code] }
            : { code, ...text };
      assert.is(fieldProblem(name, value), null, `${name} ${code}`);
    }
  }
});

test('every problem of a value is reported', () => {
  const problems = fieldProblems('reserve_custodians', { parties: [{ lei: 'x' }, { name: 'A', country: 'de' }], n: 1 });
  assert.equal(problems.map(({ path }) => path).sort(), [
    'value.n',
    'value.parties[0].lei',
    'value.parties[0].name',
    'value.parties[1].country',
  ]);
});

test('one form: sets in order and each member once, decimals without zeros at the end', () => {
  const cases: readonly (readonly [unknown, unknown])[] = [
    [{ codes: ['b', 'a', 'b'] }, { codes: ['a', 'b'] }],
    [{ bps: '1.50' }, { bps: '1.5' }],
    [
      {
        fees: [
          { code: 'transfer', bps: '5.0' },
          { code: 'issue', bps: '1' },
          { code: 'transfer', bps: '5' },
        ],
      },
      {
        fees: [
          { code: 'issue', bps: '1' },
          { code: 'transfer', bps: '5' },
        ],
      },
    ],
    [
      { parties: [{ name: 'B' }, { name: 'A', lei }, { name: 'A' }] },
      { parties: [{ name: 'A' }, { name: 'A', lei }, { name: 'B' }] },
    ],
    // Left as they are, to be refused.
    [
      {
        fees: [
          { code: 'issue', bps: '1' },
          { code: 'issue', bps: '2' },
        ],
      },
      {
        fees: [
          { code: 'issue', bps: '1' },
          { code: 'issue', bps: '2' },
        ],
      },
    ],
    [
      { version: '1.50', text: '2.0' },
      { version: '1.50', text: '2.0' },
    ],
    [{ codes: ['b', 1] }, { codes: ['b', 1] }],
    [
      ['b', 'a'],
      ['b', 'a'],
    ],
    ['x', 'x'],
  ];
  for (const [given, stored] of cases) assert.equal(canonicalFieldValue(given), stored);
});

const same: readonly (readonly [field: string, left: FieldValue, right: FieldValue])[] = [
  ['redemption_fee', null, null],
  ['redemption_fee', { bps: '10' }, { bps: '10.00' }],
  ['redemption_minimum', { amount: '0', currency: 'EUR' }, { amount: '0.00', currency: 'USD' }],
  ['redemption_settlement_time', { days: '0', count: 'business' }, { days: '0', count: 'calendar' }],
  ['redemption_right', { code: 'other', text: 'On request.' }, { code: 'other', text: 'on  request' }],
  ['freeze_and_seize_powers', { codes: ['seize', 'pause_all'] }, { codes: ['pause_all', 'seize'] }],
  ['issuer_identity', { name: 'Example SAS', lei }, { name: 'EXAMPLE S.A.S.', lei }],
  ['issuer_identity', { name: 'Example  SAS' }, { name: 'EXAMPLE SAS', lei }],
  ['issuer_identity', { name: 'Example', registrationNumber: 'HRB 1' }, { name: 'Ex.', registrationNumber: 'hrb 1' }],
  [
    'reserve_custodians',
    { parties: [{ name: 'A Bank' }, { name: 'B' }] },
    { parties: [{ name: 'b' }, { name: 'a bank' }] },
  ],
  ['complaints_contact', { contact: 'Help@Example.com.' }, { contact: 'help@example.com' }],
  ['holder_fees', { fees: [{ code: 'issue', bps: '1.0' }] }, { fees: [{ code: 'issue', bps: '1' }] }],
  ['document_reference', { url: 'https://Example.com/wp/' }, { url: 'https://example.com/wp#top' }],
];
for (const [field, left, right] of same) {
  test(`same but for spelling: ${field} ${JSON.stringify(left)}`, () => {
    assert.ok(sameLoosely(field, left, right));
    assert.ok(sameLoosely(field, right, left));
  });
}

const others: readonly (readonly [field: string, left: FieldValue, right: FieldValue])[] = [
  ['redemption_fee', { bps: '0' }, null],
  ['redemption_suspension_grounds', { codes: [] }, null],
  ['compensation_scheme', { present: false }, null],
  ['redemption_fee', { bps: '10' }, { bps: '100' }],
  ['redemption_minimum', { amount: '1', currency: 'EUR' }, { amount: '1', currency: 'USD' }],
  ['redemption_settlement_time', { days: '5', count: 'business' }, { days: '7', count: 'calendar' }],
  ['redemption_right', { code: 'none' }, { code: 'other', text: 'none' }],
  ['freeze_and_seize_powers', { codes: ['seize'] }, { codes: [] }],
  ['issuer_identity', { name: 'Example', lei }, { name: 'Example', lei: '0000EXAMPLEOTHERS080' }],
  ['issuer_identity', { name: 'Example', country: 'DE' }, { name: 'Example', country: 'AT' }],
  ['issuer_identity', { name: 'Example One' }, { name: 'Example Two' }],
  ['reserve_custodians', { parties: [{ name: 'A' }] }, { parties: [{ name: 'A' }, { name: 'B' }] }],
  ['governing_law', { law: 'US-NY' }, { law: 'US-DE' }],
  ['attestation_as_of', { date: '2026-01-30' }, { date: '2026-01-31' }],
  ['holder_fees', { fees: [{ code: 'issue', bps: '1' }] }, { fees: [{ code: 'transfer', bps: '1' }] }],
  ['supply_policy', { code: 'fixed_cap' }, { code: 'fixed_cap', cap: '0' }],
  ['document_reference', { url: 'https://example.com/a' }, { url: 'https://example.com/b' }],
  ['document_reference', { url: 'https://example.com/?v=1' }, { url: 'https://example.com/?v=2' }],
  ['document_reference', { url: 'https://example.com/' }, { url: 'https://www.example.com/' }],
];
for (const [field, left, right] of others) {
  test(`another value: ${field} ${JSON.stringify(left)}`, () => {
    assert.not(sameLoosely(field, left, right));
    assert.not(sameLoosely(field, right, left));
  });
}

const namedReading = fc.constantFrom(...names).chain((name) => fc.tuple(fc.constant(name), readingArbitrary(name)));

test('made-up values are values, in canonical form; any order of members comes to the same', () => {
  const reversed = (value: object): object =>
    Object.fromEntries(
      Object.entries(value)
        .reverse()
        .map(([key, content]: [string, unknown]) => [
          key,
          Array.isArray(content) ? [...(content as unknown[]), ...(content as unknown[])].reverse() : content,
        ]),
    );
  fc.assert(
    fc.property(
      fc.constantFrom(...names).chain((name) => fc.tuple(fc.constant(name), fieldValueArbitrary(name))),
      ([name, value]) => {
        assert.is(fieldProblem(name, value), null);
        assert.is(canonicalJson(canonicalFieldValue(reversed(value))), canonicalJson(value));
      },
    ),
    { numRuns: runsOf(200) },
  );
});

test('no JSON breaks the check of a field, and every accepted value has one form', () => {
  fc.assert(
    fc.property(fc.constantFrom(...names), anyJson, (name, value) => {
      const stored = canonicalFieldValue(value);
      assert.equal(canonicalFieldValue(stored), stored);
      const problem = fieldProblem(name, stored);
      assert.ok(problem === null || /^value\S* (is|has|goes|states) /.test(problem), problem ?? '');
      if (problem === null) canonicalJson(stored);
    }),
    { numRuns: runsOf(200) },
  );
});

test('equal but for spelling: reflexive, symmetric, and independent of the form', () => {
  fc.assert(
    fc.property(namedReading, namedReading, ([name, left], [, right]) => {
      assert.ok(sameLoosely(name, left, left));
      assert.is(sameLoosely(name, left, right), sameLoosely(name, right, left));
      assert.ok(sameLoosely(name, left, canonicalFieldValue(left) as FieldValue));
    }),
    { numRuns: runsOf(200) },
  );
});

test.run();
