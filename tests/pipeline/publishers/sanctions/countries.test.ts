import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { countryNames, isCountry } from '../../../../schemas/values/countries.ts';
import { namesOnLists } from '../../../../pipeline/publishers/sanctions/country-names.ts';
import { countryCode, isCountryCode, isNoCountry } from '../../../../pipeline/publishers/sanctions/countries.ts';

const spellings: readonly (readonly [string, string | null])[] = [
  ['Korea, North', 'KP'],
  ['North Korea', 'KP'],
  ["Democratic People's Republic of Korea", 'KP'],
  ['Democratic People’s Republic of Korea', 'KP'],
  ['Korea (Republic of)', 'KR'],
  ['Iran (Islamic Republic of)', 'IR'],
  ['IRAN, ISLAMIC REPUBLIC OF', 'IR'],
  ['Russia', 'RU'],
  ['Russian Federation', 'RU'],
  ['Burma', 'MM'],
  ['Democratic Republic of the Congo', 'CD'],
  ['Congo, Democratic Republic of the', 'CD'],
  ['Republic of the Congo', 'CG'],
  ['Cote d Ivoire', 'CI'],
  ["CÔTE D'IVOIRE", 'CI'],
  ['Virgin Islands, British', 'VG'],
  ['Region: Gaza', 'PS'],
  ['Palestinian', 'PS'],
  ['Turkey', 'TR'],
  ['TÜRKİYE', 'TR'],
  ['Hong Kong', 'HK'],
  ['St. Kitts and Nevis', 'KN'],
  ['the Netherlands', 'NL'],
  ['  united   kingdom ', 'GB'],
  ['Niger', 'NE'],
  ['Nigeria', 'NG'],
  ['Dominica', 'DM'],
  ['Guinea', 'GN'],
  ['Equatorial Guinea', 'GQ'],
  ['South Sudan', 'SS'],
  ['Kosovo', 'XK'],
  ['Atlantis', null],
  ['RU', null],
  ['', null],
  ['USSR', null],
  ['constructor', null],
  ['x'.repeat(1e6), null],
];
for (const [name, code] of spellings) test(name.slice(0, 60), () => assert.is(countryCode(name), code));

test('every name of the table is found under its own code only', () => {
  for (const [code, names] of [...countryNames, ...namesOnLists]) {
    for (const name of names) {
      assert.is(countryCode(name), code, name);
      assert.not(isNoCountry(name), name);
    }
  }
});

test('the codes are those of ISO 3166-1, and Kosovo', () => {
  const codes = [...new Set([...countryNames, ...namesOnLists].map(([code]) => code))];
  assert.is(codes.length, 250);
  assert.equal(
    codes.filter((code) => !isCountry(code)),
    ['XK'],
  );
  assert.ok(isCountryCode('DE'));
  assert.not(isCountryCode('de'));
  assert.not(isCountryCode('toString'));
});

test('former states and texts for unknown countries are known, and give no code', () => {
  for (const text of ['USSR', 'Yugoslavia', 'undetermined', 'Unknown', 'na', 'Serbia and Montenegro', '']) {
    assert.ok(isNoCountry(text), text);
    assert.is(countryCode(text), null);
  }
  assert.not(isNoCountry('Atlantis'));
});

test.run();
