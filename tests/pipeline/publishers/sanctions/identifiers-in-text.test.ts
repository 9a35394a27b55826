import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { alarmList } from '../../../../pipeline/publishers/alarm-list.ts';
import { countryReader } from '../../../../pipeline/publishers/sanctions/country-reader.ts';
import { isInn, isOgrn, isUscc } from '../../../../pipeline/publishers/sanctions/check-digits.ts';
import { identifiersInText } from '../../../../pipeline/publishers/sanctions/identifiers-in-text.ts';
import { hasSharedData, sharedText } from '../../../support/shared-data.ts';

const countries = countryReader(alarmList());
const read = (text: string, kind: 'cell' | 'prose' = 'cell') =>
  identifiersInText(text, (name) => countries(name, null), kind);
const found = (text: string, kind: 'cell' | 'prose' = 'cell'): string =>
  read(text, kind)
    .identifiers.map(({ kind: what, value, country }) => `${what} ${value}${country === null ? '' : ` ${country}`}`)
    .join('; ');

/** A cell as lists write them, with made-up numbers, and what is read. */
const cells: readonly (readonly [cell: string, identifiers: string])[] = [
  ['INN: 7701234112OGRN: 1027701234110', 'tax 7701234112 RU; registration 1027701234110 RU'],
  ['OGRN - 1027701234142 INN - 7701234144 ', 'registration 1027701234142 RU; tax 7701234144 RU'],
  [
    'Tax ID No. 7701234183 (Russia); Registration Number 1027701234186 (Russia)',
    'tax 7701234183 RU; registration 1027701234186 RU',
  ],
  ['7701234190 - Russia INN', 'tax 7701234190 RU'],
  ["'1027701234208 ", 'registration 1027701234208 RU'],
  ['1027701234241', 'registration 1027701234241 RU'],
  [
    'OGRN: 102 770 123 42 41INN: 7701234257KPP: 770101001',
    'registration 1027701234241 RU; tax 7701234257 RU; code 770101001 RU',
  ],
  ['Unified Social Credit Code: 91310101MA1FL0TE1F', 'registration 91310101MA1FL0TE1F CN'],
  [
    'Russia INN - 7701234225 SWIFT/BIC - PRBMRUMM Legal Entity Identifier - 5299001TESTCASE02253',
    'tax 7701234225 RU; bic PRBMRUMM; lei 5299001TESTCASE02253',
  ],
  [
    '440111000105700 (Company registration number)190748200 (China Organisation code)',
    'registration 440111000105700; registration 190748200 CN',
  ],
  ['311490-3301-ZAO TIN: 01312202410000 ', 'registration 311490-3301-ZAO; tax 01312202410000'],
  [
    '1000334500/00070300/L001-902305000 (Tax identification number)',
    'tax 1000334500; tax 00070300; tax L001-902305000',
  ],
  [
    'Kyrgyzstan INN - 02512202410000Kyrgyzstan Company Registration Number - 311855-3301',
    'tax 02512202410000 KG; registration 311855-3301 KG',
  ],
  ['HRB 12345 (Germany)', 'registration HRB 12345 DE'],
  ['UK Company no. 06500000', 'registration 06500000 GB'],
  ['1027701234241 dated 27/07/1992', 'registration 1027701234241 RU'],
  ['Turkey Tax Identifier - 7701234112', 'tax 7701234112 TR'],
  ['BIC: 044525000', 'code 044525000 RU'],
  ['Central Bank Licence - 2733', 'code 2733'],
  ['Bank license number: 1885 OGRN 1027701234241', 'code 1885; registration 1027701234241 RU'],
  ['Russia Licence No. – 1885', 'code 1885 RU'],
  ['Banking Licence No 12/345 (Latvia)', 'code 12/345 LV'],
  ['UAE Licence No. 123456', 'registration 123456 AE'],
  ['Phone: 74951234567', ''],
  ['not stated', ''],
];
for (const [cell, identifiers] of cells) test(`${cell}: ${identifiers}`, () => assert.is(found(cell), identifiers));

test('a number with wrong check digits is stored as its label states, and reported', () => {
  const { identifiers, failing } = read('OGRN: 1027701234111');
  assert.equal(identifiers, [{ kind: 'registration', value: '1027701234111', country: 'RU' }]);
  assert.equal(failing, ['1027701234111']);
});

test('prose gives what is labelled and has right check digits, and nothing else', () => {
  assert.is(
    found('Call 7701234112. It was registered (INN 7701234112; BIC PRBMRUMM) under no 1234567.', 'prose'),
    'tax 7701234112 RU; bic PRBMRUMM',
  );
  assert.is(found('INN 7701234113, registration number 12345678', 'prose'), '');
});

test('check digits', () => {
  assert.equal(['7701234112', '7701234113', '500100732259'].map(isInn), [true, false, true]);
  assert.equal(['1027701234110', '1027701234111', '304500116000157'].map(isOgrn), [true, false, true]);
  assert.equal(['91310101MA1FL0TE1F', '91310101MA1FL0TE1G'].map(isUscc), [true, false]);
});

test('six digits that are read as nothing are reported', () => {
  assert.is(read('INN 7701234112').isPartlyUnread, false);
  assert.is(read('see the file of 12.11.2019 and 1234567').isPartlyUnread, false);
});

test('a text of any length and form is read', () => {
  for (const text of ['', 'INN'.repeat(2_000), '1 '.repeat(4_000), '7701234112OGRN: '.repeat(400), '('.repeat(4_000)]) {
    assert.ok(read(text).identifiers.length <= 4_000);
  }
});

const kindsOf: Readonly<Record<string, readonly string[]>> = {
  innCode: ['tax'],
  taxNumber: ['tax'],
  vatCode: ['tax'],
  leiCode: ['lei'],
  swiftBic: ['bic'],
  bare: ['registration', 'tax'],
  ...Object.fromEntries(['kppCode', 'bikCode', 'okpoCode'].map((code) => [code, ['code']])),
};

/** The cells name the licence of a bank as a registration, which it is not. */
const isLicence = (cell: string, value: string): boolean =>
  /licen[cs]e[^,;]{0,12}$/i.test(cell.slice(0, Math.max(0, cell.indexOf(value))));

interface Cell {
  readonly cell: string;
  readonly identifiers: readonly { readonly prop: string; readonly value: string }[];
}

test('cells of the UK list: nine of ten identifiers are read, and one in a hundred at most as another kind', () => {
  if (!hasSharedData('names-2')) {
    console.log('the cells are not beside the repository: not read');
    return;
  }
  const level = (text: string): string => text.toUpperCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
  const rows = sharedText('names-2/registration-cells.ndjson')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Cell);
  let [all, right, other] = [0, 0, 0];
  for (const { cell, identifiers } of rows) {
    const values = read(cell).identifiers;
    for (const { prop, value } of identifiers) {
      all += 1;
      const one = values.find((each) =>
        prop === 'bare' ? level(cell).includes(level(each.value)) : level(each.value) === level(value),
      );
      if (one === undefined) continue;
      const kinds = isLicence(cell, value) ? ['registration', 'code'] : (kindsOf[prop] ?? ['registration']);
      if (kinds.includes(one.kind)) right += 1;
      else other += 1;
    }
  }
  assert.ok(all > 300, String(all));
  assert.ok(right >= 0.9 * all && other <= 0.01 * all, `${right} and ${other} of ${all}`);
});

test.run();
