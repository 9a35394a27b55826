/** What lists print in a way that hides it: entities, damaged names, numbers behind labels, addresses without their mark. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { ParsedEntry } from '../../../../pipeline/ingest/feed.ts';
import { alarmList } from '../../../../pipeline/publishers/alarm-list.ts';
import { feed as euFsf } from '../../../../pipeline/publishers/sanctions/eu-fsf/feed.ts';
import { isoDate } from '../../../../pipeline/publishers/sanctions/iso-date.ts';
import { readDates } from '../../../../pipeline/publishers/sanctions/ofac-sdn/dates.ts';
import { readUkDate } from '../../../../pipeline/publishers/sanctions/uk-sl/uk-values.ts';
import { readWallets } from '../../../../pipeline/publishers/sanctions/ofac-sdn/wallets.ts';
import { readRemarks } from '../../../../pipeline/publishers/sanctions/ofac-sdn/remarks.ts';
import { countryReader } from '../../../../pipeline/publishers/sanctions/country-reader.ts';
import { withReadableNames } from '../../../../pipeline/publishers/sanctions/readable-names.ts';
import { evidenceFor, prepareEntry } from '../../../../pipeline/screening/match-entry.ts';
import { readList, xmlFile } from '../../../support/xml-lists.ts';
import { entry, subject } from '../../screening/harness.ts';

const named = (name: string): ParsedEntry => ({
  entryId: 'E1',
  entityType: 'organisation',
  names: [{ name, kind: 'primary', weak: false }],
  wallets: [],
  identifiers: [],
  countries: [],
  programs: [],
  dates: [],
  listedOn: null,
  relations: [],
});

const names: readonly (readonly [published: string, name: string, isDamaged: boolean])[] = [
  ['O&#39;Quarn &amp; Fils', "O'Quarn & Fils", false],
  ['O&amp;#39;Quarn', "O'Quarn", false],
  ['Caf&eacute; Quarnholt', 'Café Quarnholt', false],
  ['Quarnholt&nbsp;Trading', 'Quarnholt Trading', false],
  ['&#x41A;варнхольт', 'Кварнхольт', false],
  ['AT&T Quarnholt', 'AT&T Quarnholt', false],
  ['<span lang="en">Quarnholt</span> Trading', 'Quarnholt Trading', true],
  ['Quarnholt &lt;b&gt;Trading&lt;/b&gt;', 'Quarnholt Trading', true],
  ['Quarnholt<br/>Tarnfeld', 'Quarnholt; Tarnfeld', true],
  ['<p>Quarnholt</p><p>Tarnfeld</p>', 'Quarnholt; Tarnfeld', true],
  ['Quarnholt < Tarnfeld > Ostrik', 'Quarnholt < Tarnfeld > Ostrik', false],
  ['<Quarn@holt.example>', '<Quarn@holt.example>', false],
  ['Quarn&#holt', 'Quarn&#holt', true],
  ['Quarnholt &#39 Co', 'Quarnholt &#39 Co', true],
  ['Quarnh\ufffdlt', 'Quarnh\ufffdlt', true],
  ['Quarn&#0;holt', 'Quarn&#0;holt', true],
  ['Quarn&#xD800;holt', 'Quarn&#xD800;holt', true],
];
for (const [published, name, isDamaged] of names) {
  test(`the published name ${published} is ${name}${isDamaged ? ', with an alarm' : ''}`, () => {
    const alarms = alarmList();
    assert.is(withReadableNames(named(published), alarms).names[0]?.name, name);
    assert.is(alarms.all().length, isDamaged ? 1 : 0);
  });
}

const beyond: readonly (readonly [what: string, name: string, alarm: RegExp | null])[] = [
  [
    'more names than are searched',
    Array.from({ length: 120 }, (_, at) => `Quarn${at}`).join('; '),
    /120 names.*“Quarn100”/,
  ],
  [
    'a name of more words than are searched',
    Array.from({ length: 70 }, (_, at) => `quarn${at}`).join(' '),
    /“quarn64”/,
  ],
  ['a name of more Han characters than are searched', `${'测华'.repeat(16)} `.repeat(3), /first 64 words.*“测”/],
  ['a cell that is too long', `Quarnholt (formerly ${'Tarnfeld '.repeat(500)})`, /first 4096 characters/],
  ['a word of more letters than are searched', `Quarnholt ${'ก'.repeat(41)}`, /first 40 letters/],
  ['many names', Array.from({ length: 40 }, (_, at) => `Quarnholt${at}`).join('; '), null],
  ['a long name', 'Quarnholt '.repeat(30), null],
];
for (const [what, name, alarm] of beyond) {
  test(`${what}: ${alarm === null ? 'no alarm' : 'an alarm states which are not'}`, () => {
    const alarms = alarmList();
    withReadableNames(named(name), alarms);
    if (alarm === null) assert.equal(alarms.all(), []);
    else assert.match(alarms.all().join(' '), alarm);
  });
}

const first = '0xbe0eb53f46cd790cd13851d5eff43d12404d33e1';
const second = '0x901bb9583b24d97e995513c6778dc6888ab68702';
const bitcoin = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa';

const remarks: readonly (readonly [remark: string, addresses: readonly string[], payloads: number])[] = [
  [`ETH ${first}, ${second}.`, [second, first], 2],
  [`ETH ${first},${second}; Linked To: X.`, [second, first], 2],
  [`ETH ${first.slice(2)}; Linked To: X.`, [first.slice(2)], 1],
  [`USDT ${first.slice(2)}, ${second.slice(2)}.`, [second.slice(2), first.slice(2)], 2],
  [`ETH ${first.slice(2).toUpperCase()}.`, [first.slice(2).toUpperCase()], 1],
  [`ETH ${first}, ${second}, DOB 1961, ${second.slice(2)}.`, [second, first], 2],
  [`ARB ${second.slice(2)}; alt. Digital Currency Address - BSC ${first}.`, [second.slice(2), first], 2],
  [`ETH ${first}, DOB 1961.`, [first], 1],
  [`XBT ${bitcoin}, ${first.slice(2)};`, [bitcoin, first.slice(2)], 1],
];
for (const [remark, addresses, payloads] of remarks) {
  test(`wallets of the remark ${remark}`, () => {
    const wallets = readWallets(`Digital Currency Address - ${remark}`, '1', alarmList());
    assert.equal(wallets.map(({ address }) => address).sort(), [...addresses].sort());
    assert.is(wallets.filter(({ payload }) => payload !== null).length, payloads);
  });
}

const labels: readonly (readonly [remark: string, addresses: readonly string[]])[] = [
  [`digital currency address - ETH ${first};`, [first]],
  [`DIGITAL CURRENCY ADDRESS - ETH ${first};`, [first]],
  [`Digital Currency Address – ETH ${first};`, [first]],
  [`Digital Currency Address: ETH ${first};`, [first]],
  [`Digital Currency Address-ETH ${first};`, [first]],
  [`Digital Currency Addresses - ETH ${first}, ${second};`, [second, first]],
  [`Digital Currency Address - ETH https://etherscan.example/address/${first};`, [first]],
  [`Secondary sanctions risk; ETH Address: ${first}; Linked To: X.`, [first]],
  [`Digital Currency Address - ETH ${first}; see also ${first}.`, [first]],
  [`Wallets ${first}${second}`, [second, first]],
  [`Registration Number ${first.slice(2)};`, []],
];
for (const [remark, addresses] of labels) {
  test(`wallets of a remark in another wording: ${remark}`, () => {
    const alarms = alarmList();
    assert.equal(
      readWallets(remark, '1', alarms)
        .map(({ address }) => address)
        .sort(),
      [...addresses].sort(),
    );
    assert.equal(alarms.all(), []);
  });
}

test('a label without an address that can be read raises an alarm', () => {
  const alarms = alarmList();
  assert.equal(readWallets('Digital Currency Address (see the annex);', '1', alarms), []);
  assert.is(alarms.all().length, 1);
});

const lei = '5299001TESTCASE02253';
const numbers: readonly (readonly [remark: string, identifiers: readonly string[]])[] = [
  [`LE Number ${lei}.`, [`lei ${lei}`]],
  ['LE Number 07552116 (Peru).', []],
  ['LE Number 5299001TESTCASE02254.', []],
  [`LE Number ${lei} (Peru).`, [`lei ${lei}`]],
  [`LE Number ${lei} issued 2019.`, [`lei ${lei}`]],
  ['LE Number 5299001TESTCASE0225.', []],
  [`Legal Entity Number ${lei} (Russia).`, [`lei ${lei}`]],
  ['Legal Entity Number 07552116 (Peru).', ['registration 07552116']],
];
for (const [remark, identifiers] of numbers) {
  test(`identifiers of the remark ${remark}`, () => {
    const alarms = alarmList();
    const facts = readRemarks(remark, { entry: '1', person: false, countries: countryReader(alarms), alarms });
    assert.equal(
      facts.identifiers.map(({ kind, value }) => `${kind} ${value}`),
      identifiers,
    );
  });
}

const listOf = (content: string) =>
  xmlFile(
    `<export xmlns="http://eu.europa.ec/fpi/fsd/export" generationDate="2026-01-01T00:00:00Z">` +
      `<sanctionEntity euReferenceNumber="EU.1.1" logicalId="7"><subjectType code="enterprise"/>` +
      `<nameAlias wholeName="Quarnholt" strong="true"/>${content}</sanctionEntity></export>`,
  );
const identification = (code: string, number: string, country = 'RU', remark = ''): string =>
  `<identification identificationTypeCode="${code}" number="${number}" countryIso2Code="${country}">` +
  `${remark === '' ? '' : `<remark>${remark}</remark>`}</identification>`;

const kinds: readonly (readonly [content: string, identifiers: readonly string[]])[] = [
  [identification('taxid', '7701234112'), ['tax 7701234112 RU']],
  [identification('euvat', 'LT100000000000', 'LT'), ['tax LT100000000000 LT']],
  [identification('regnumber', 'OGRN 1027701234110'), ['registration 1027701234110 RU']],
  [identification('regnumber', 'HRB 12345', 'DE'), ['registration HRB 12345 DE']],
  [identification('other', lei, '00', 'LEI'), [`lei ${lei} –`]],
  [identification('other', '1234567', 'RU', 'File'), []],
  [identification('other', '7701234112', 'RU', 'INN'), ['tax 7701234112 RU']],
];
for (const [content, identifiers] of kinds) {
  test(`identification of the EU list: ${content.slice(43, 110)}`, () => {
    const list = readList(euFsf, listOf(content));
    assert.equal(
      list.rows.flatMap((row) =>
        row.identifiers.map(({ kind, value, country }) => `${kind} ${value} ${country ?? '–'}`),
      ),
      identifiers,
    );
    assert.equal(list.alarms, []);
  });
}

const asPersons: readonly (readonly [name: string, list: string, isFound: boolean])[] = [
  ['Isotope Research Center for Orchards', 'eu-fsf', true],
  ['Quarnholt Foundation', 'eu-fsf', true],
  ['Завод Кварнхольт', 'eu-fsf', true],
  ['QUARNHOLT Ilya Petrovich', 'eu-fsf', false],
  ['Quarnholt Trading', 'eu-fsf', true],
  ['OOO Quarnholt', 'eu-fsf', true],
  ['Quarnholt Bank', 'eu-fsf', true],
  ['Ilya Quarnholt', 'eu-fsf', false],
  ['Quarnholt Trading', 'ofac-sdn', false],
];
for (const [name, list, isFound] of asPersons) {
  test(`${name}, a person of ${list}, is ${isFound ? '' : 'not '}asked for an organisation, and for a person`, () => {
    const listed = prepareEntry(
      entry('e', { list, entityType: 'person', names: [{ name, kind: 'primary', weak: false }] }),
    );
    const party = (kind: 'organisation' | 'person') =>
      subject('party', 'p1', { display: name, names: [name], entity: kind, partyId: 'p1' });
    const level = (kind: 'organisation' | 'person') => evidenceFor(listed, party(kind), [])?.level ?? null;
    assert.equal([level('organisation'), level('person')], [isFound ? 'L3' : null, 'L3']);
  });
}

test('what lists print where a name is not known is no name', () => {
  for (const none of ['????', '?? ????', '-', '.', 'N/A', 'n.a.', 'Unknown', 'NONE', 'null', 'TBC', 'not available']) {
    const alarms = alarmList();
    const entry = named('Quarnholt');
    const { names: stated } = withReadableNames({ ...entry, names: [...entry.names, ...named(none).names] }, alarms);
    assert.equal(
      stated.map(({ name }) => name),
      ['Quarnholt'],
    );
    assert.equal(alarms.all(), [`${JSON.stringify(none)}, in entry E1, is no name.`]);
    assert.is(withReadableNames(named(none), alarms).names.length, 1, 'an entry is never without a name');
  }
  for (const name of ['Na', 'TBA', 'Nil Quarnholt', '1', 'Good', '?Quarnholt']) {
    assert.is(withReadableNames(named(name), alarmList()).names[0]?.name, name);
  }
});

test('people are born on the first day of the Unix clock and on the day before', () => {
  assert.equal(readDates('01 Jan 1967 to 31 Dec 1969'), ['1967-01-01', '1969-12-31']);
  assert.equal([readUkDate('31/12/1969'), isoDate('1969-12-31')], ['1969-12-31', '1969-12-31']);
});

test('a day that only fills a place is no date of birth, in every notation of the lists', () => {
  for (const text of ['01/01/1900', '31/12/9999', '01/01/0001', '16/07/68', '31/02/1968', '16-07-68']) {
    assert.is(readUkDate(text), null, text);
  }
  for (const text of ['01 Jan 1900', '31 Dec 9999', '16 Jul 68', '31 Feb 1968']) assert.is(readDates(text), null, text);
  for (const text of ['1900-01-01', '9999-12-31T00:00:00Z', '0001-01-01', '1968-02-31']) {
    assert.is(isoDate(text), null, text);
  }
  assert.equal(
    [readUkDate('01/01/1970'), readUkDate('00/07/1968'), isoDate('1970-01-01')],
    ['1970-01-01', '1968-07', '1970-01-01'],
  );
});

test.run();
