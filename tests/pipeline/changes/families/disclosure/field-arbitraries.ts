import fc from 'fast-check';
import { canonicalFieldValue } from '../../../../../pipeline/documents/fields/field-value.ts';
import { fieldOf } from '../../../../../schemas/fields/catalogue.ts';
import type { FieldRule, FieldValue, Quantity } from '../../../../../schemas/fields/field.ts';
import { anyUrl } from '../../../../support/any-url.ts';

type Members = Readonly<Record<string, unknown>>;

/** Any JSON value, deep ones and odd texts among them. */
export const anyJson: fc.Arbitrary<unknown> = fc.oneof(
  fc.jsonValue({ maxDepth: 4 }),
  fc.dictionary(
    fc.constantFrom('bps', 'days', 'count', 'code', 'codes', 'text', 'cap', 'parties', 'fees', 'name', 'url', 'dti'),
    fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constantFrom('5', 'other', 'none', '\ud800', '1e9', '-0')),
  ),
);

/** Valid values of a field in their canonical form: every code with `other`, huge and tiny decimals, empty sets. */
export const fieldValueArbitrary = (name: string): fc.Arbitrary<Exclude<FieldValue, null>> => {
  const rule = fieldOf(name)?.rule;
  if (rule === undefined) throw new Error(`no field ${name}`);
  return valueArbitrary(rule).map((value) => canonicalFieldValue(value) as Members);
};

/** A value, or null for "not disclosed". */
export const readingArbitrary = (name: string): fc.Arbitrary<FieldValue> =>
  fc.option(fieldValueArbitrary(name), { freq: 8 });

const decimal: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom('0', '1', '0.1', '0.10', '100', '100.5', `0.${'0'.repeat(28)}1`, '9'.repeat(30), '93', '7'),
  fc.bigInt({ min: 0n, max: 10n ** 15n }).map(String),
  fc.tuple(fc.nat(1_000_000), fc.nat(999_999)).map(([whole, fraction]) => `${whole}.${String(fraction)}`),
);

const text: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom('Example Bank AG', 'EXAMPLE  BANK AG', 'other terms', '“a”', '\u00a0b', 'ß', '<b>'),
  fc.string({ minLength: 1, maxLength: 40, unit: 'grapheme' }).filter((one) => one.trim() !== '' && one.isWellFormed()),
);

const country = fc.constantFrom('DE', 'FR', 'US', 'GB');
const day = fc
  .date({ min: new Date('1900-01-01T00:00:00Z'), max: new Date('2199-12-31T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

/** What may be left out is left out at times. */
const members = (
  required: Readonly<Record<string, fc.Arbitrary<unknown>>>,
  optional: Readonly<Record<string, fc.Arbitrary<unknown>>> = {},
): fc.Arbitrary<Members> =>
  fc.record({ ...required, ...optional }, { requiredKeys: Object.keys(required), noNullPrototype: true });

const party = members(
  { name: text },
  {
    lei: fc.constantFrom('0000EXAMPLEISSUER076', '0000EXAMPLEOTHERS080'),
    registrationNumber: text,
    country,
  },
);

const quantities: Readonly<Record<Quantity, fc.Arbitrary<Members>>> = {
  bps: members({ bps: decimal }),
  percent: members({ percent: decimal }),
  days: members({ days: decimal, count: fc.constantFrom('business', 'calendar') }),
  money: members({ amount: decimal, currency: fc.constantFrom('EUR', 'USD', 'USDT') }),
};

const oneOf = (codes: readonly string[], optional: Readonly<Record<string, fc.Arbitrary<unknown>>> = {}) =>
  fc.oneof(
    { weight: 6, arbitrary: members({ code: fc.constantFrom(...codes) }, optional) },
    { weight: 1, arbitrary: members({ code: fc.constant('other'), text }, optional) },
  );

const someOf = (codes: readonly string[]): fc.Arbitrary<Members> =>
  members({ codes: fc.uniqueArray(fc.constantFrom(...codes, 'other')) });

function valueArbitrary(rule: FieldRule): fc.Arbitrary<Members> {
  switch (rule.type) {
    case 'ordinal':
      return oneOf(rule.scale);
    case 'frequency':
      return oneOf(Object.keys(rule.days));
    case 'yield':
      return oneOf(rule.codes);
    case 'supply':
      return oneOf(rule.scale, { cap: decimal });
    case 'lower':
    case 'higher':
      return quantities[rule.quantity];
    case 'setBad':
    case 'setGood':
      return someOf(rule.codes);
    case 'tierSet':
      return someOf(rule.tiers.flat());
    case 'bool':
      return members({ present: fc.boolean() }, { name: text });
    case 'parties':
      return members({ parties: fc.uniqueArray(party, { maxLength: 4, selector: (one) => one['name'] }) });
    case 'identity':
      if (rule.of === 'party') return party;
      return rule.of === 'law'
        ? members({ law: fc.constantFrom('DE', 'FR', 'US-NY', 'US-DE', 'GB-SCT') })
        : members({ contact: text });
    case 'date':
      return members({ date: day });
    case 'fees':
      return members({
        fees: fc.uniqueArray(members({ code: fc.constantFrom(...rule.codes, 'other'), bps: decimal }), {
          selector: (fee) => fee['code'],
        }),
      });
    case 'document':
      return members(
        { url: anyUrl },
        {
          version: text,
          date: day,
          language: fc.constantFrom('en', 'de', 'pt-BR'),
          dti: fc.uniqueArray(fc.constantFrom('X9J9K872S', '4H95J0R2X', '1FZQ8HJ4K')),
          chains: fc.uniqueArray(fc.constantFrom('eip155:1', 'eip155:8453', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp')),
        },
      );
  }
}
