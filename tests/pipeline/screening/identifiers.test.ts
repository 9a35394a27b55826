import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { areOtherParties, identifierKey } from '../../../pipeline/screening/identifiers.ts';

interface Case {
  readonly name: string;
  readonly ours: readonly [kind: string, value: string, country: string | null];
  readonly listed: readonly [kind: string, value: string, country: string | null];
  readonly equal: boolean;
}

const cases: readonly Case[] = [
  {
    name: 'LEI, any spelling',
    ours: ['lei', '969500OYUDADGZKCR583', null],
    listed: ['lei', '9695 00oy UDAD-GZKC R583', 'FR'],
    equal: true,
  },
  {
    name: 'LEI with wrong check digits',
    ours: ['lei', '969500OYUDADGZKCR584', null],
    listed: ['lei', '969500OYUDADGZKCR584', null],
    equal: false,
  },
  {
    name: 'ISIN in lower case',
    ours: ['isin', 'US0378331005', null],
    listed: ['isin', 'us0378331005', null],
    equal: true,
  },
  {
    name: 'ISIN with a wrong check digit, on both sides',
    ours: ['isin', 'CND10002K094', null],
    listed: ['isin', 'CND10002K094', null],
    equal: false,
  },
  {
    name: 'registration number in one country',
    ours: ['registration', 'HRB 123-456', 'DE'],
    listed: ['registration', 'hrb123456', 'DE'],
    equal: true,
  },
  {
    name: 'registration number in two countries',
    ours: ['registration', '123456', 'DE'],
    listed: ['registration', '123456', 'AT'],
    equal: false,
  },
  {
    name: 'registration number of an unknown country',
    ours: ['registration', '123456', 'DE'],
    listed: ['registration', '123456', null],
    equal: false,
  },
  {
    name: 'registration number and tax number',
    ours: ['registration', '7707083893', 'RU'],
    listed: ['tax', '7707083893', 'RU'],
    equal: false,
  },
  ...(
    [
      ['registration', 'BE 0401.574.852', '0401574852', 'BE', true],
      ['registration', 'BE 401574852', '0401.574.852', 'BE', true],
      ['tax', 'EL123456789', '123456789', 'GR', true],
      ['tax', 'GR123456789', 'EL 123456789', 'GR', true],
      ['tax', 'ATU12345678', 'U12345678', 'AT', true],
      ['tax', 'NL123456789B01', '123456789B01', 'NL', true],
      ['registration', 'CHE-123.456.789', 'CHE123456789', 'CH', true],
      ['registration', 'SC123456', '123456', 'GB', false],
      ['registration', 'NI123456', '123456', 'GB', false],
      ['registration', 'BE12', '12', 'BE', false],
      ['tax', 'DE123456789', '123456789', 'AT', false],
    ] as const
  ).map(([kind, ours, listed, country, equal]) => ({
    name: `${kind} number ${ours} of ${country} and ${listed}`,
    ours: [kind, ours, country] as const,
    listed: [kind, listed, country] as const,
    equal,
  })),
  {
    name: 'tax number in one country',
    ours: ['tax', '7707083893', 'RU'],
    listed: ['tax', '7707 083893', 'RU'],
    equal: true,
  },
  { name: 'what is no number', ours: ['tax', 'N/A', 'RU'], listed: ['tax', 'N/A', 'RU'], equal: false },
  {
    name: 'a number of zeros',
    ours: ['registration', '00000', 'RU'],
    listed: ['registration', '00000', 'RU'],
    equal: false,
  },
  {
    name: 'Cyrillic letters of a number',
    ours: ['registration', 'ОГРН 1027700132195', 'RU'],
    listed: ['registration', 'огрн1027700132195', 'RU'],
    equal: true,
  },
  {
    name: 'BIC with XXX and without',
    ours: ['bic', 'DEUTDEFF', null],
    listed: ['bic', 'DEUTDEFFXXX', null],
    equal: true,
  },
  { name: 'BIC in lower case', ours: ['bic', 'DEUTDEFF', null], listed: ['bic', 'deutdeff', 'DE'], equal: true },
  {
    name: 'BIC of a branch and of the head office',
    ours: ['bic', 'DEUTDEFF', null],
    listed: ['bic', 'DEUTDEFF500', null],
    equal: false,
  },
  { name: 'what is no BIC', ours: ['bic', 'DEUTDE', null], listed: ['bic', 'DEUTDE', null], equal: false },
  {
    name: 'a name of an issuer',
    ours: ['issuer_name', 'EXAMPLE', 'FR'],
    listed: ['issuer_name', 'EXAMPLE', 'FR'],
    equal: false,
  },
];

for (const { name, ours, listed, equal } of cases) {
  test(`${name}: ${equal ? 'equal' : 'not equal'}`, () => {
    const left = identifierKey(...ours);
    assert.is(left !== null && left === identifierKey(...listed), equal);
  });
}

for (const [country, written, whole] of [
  ['BE', '401574852', '0401.574.852'],
  ['GB', '1234567', '01234567'],
  ['CZ', '123456', '00123456'],
  ['PL', '123456', '0000123456'],
  ['DK', '9345678', '09345678'],
] as const) {
  test(`a registration number of ${country} without its first zeros is the same number`, () => {
    assert.is(identifierKey('registration', written, country), identifierKey('registration', whole, country));
    assert.is.not(identifierKey('registration', written, country), identifierKey('registration', written, 'FR'));
  });
}

test('zeros are part of a number where its length is not known, and no number is only zeros', () => {
  assert.is.not(identifierKey('registration', '0123456', 'DE'), identifierKey('registration', '123456', 'DE'));
  assert.is(identifierKey('registration', '00000000', 'GB'), null);
  assert.is.not(identifierKey('registration', 'SC123456', 'GB'), identifierKey('registration', '123456', 'GB'));
});

test('a number with the code of its country does not show another party', () => {
  const keys = ['BE 0401.574.852', '0401574852'].flatMap((text) => identifierKey('registration', text, 'BE') ?? []);
  assert.is(areOtherParties(keys.slice(0, 1), keys.slice(1)), false);
});

test.run();
