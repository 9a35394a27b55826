import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { ParsedEntry, SanctionsFeed, SnapshotFile } from '../../../../pipeline/ingest/feed.ts';
import { diffSnapshots } from '../../../../pipeline/ingest/diff-snapshots.ts';
import { feed as conlist } from '../../../../pipeline/publishers/sanctions/uk-conlist/feed.ts';
import { feed as list } from '../../../../pipeline/publishers/sanctions/uk-sl/feed.ts';
import { isKnownRegime } from '../../../../pipeline/publishers/sanctions/uk-sl/uk-regimes.ts';
import { readUkDate, splitValues } from '../../../../pipeline/publishers/sanctions/uk-sl/uk-values.ts';
import { fileOf, fixture, textOf } from '../../ingest/harness.ts';

const madeUp = fixture('uk-sl', 'made-up-UK-Sanctions-List.csv');
const extract = fixture('uk-conlist', 'ofsi_conlist.sample-2020-04.csv');

const readAll = (feed: SanctionsFeed, file: SnapshotFile) => {
  const parsed = feed.parse([file]);
  if (!parsed.ok) throw new Error(parsed.reason);
  return parsed;
};
const entryOf = (rows: readonly ParsedEntry[], id: string): ParsedEntry => {
  const found = rows.find(({ entryId }) => entryId === id);
  if (found === undefined) throw new Error(`no entry ${id}`);
  return found;
};
const refusal = (feed: SanctionsFeed, ...files: readonly SnapshotFile[]): string => {
  const parsed = feed.parse(files);
  return parsed.ok ? 'accepted' : parsed.reason;
};
const edited = (from: string | RegExp, to: string): SnapshotFile => {
  const text = textOf(madeUp).replace(from, to);
  assert.is.not(text, textOf(madeUp), 'the edit changes the file');
  return fileOf('list.csv', text);
};

const refusals: readonly (readonly [string, readonly SnapshotFile[], RegExp])[] = [
  ['no file', [], /holds no file/],
  ['two files', [madeUp, madeUp], /is one file; 2 were given/],
  ['the other list', [extract], /does not begin with a line that states its date, "Report Date"/],
  ['a renamed column', [edited('Unique ID', 'Id')], /lacks the columns "Unique ID"\. It has "Id" instead/],
  ['a column twice', [edited('Title', 'Regime Name')], /has the column "Regime Name" twice/],
  ['a row without its id', [edited('ZZZ0003', '')], /record \d+ has "" as its Unique ID/],
  ['a row with a cell too many', [edited('2004,\r\n', '2004,,x\r\n')], /has 59 cells; the header has 58/],
  ['the header alone', [fileOf('list.csv', textOf(madeUp).split('\r\n').slice(0, 2).join('\r\n'))], /no records/],
];
for (const [what, files, reason] of refusals) {
  test(`uk-sl refuses ${what}`, () => assert.match(refusal(list, ...files), reason));
}

const alarms: readonly (readonly [string, SnapshotFile, RegExp])[] = [
  ['no date', edited('Report Date: 13-Feb-2026\r\n', ''), /does not begin with a line that states its date/],
  ['a date that is none', edited('13-Feb-2026', 'soon'), /does not begin with a line that states its date/],
  [
    'an update after the date',
    edited('13-Feb-2026', '01-Feb-2026'),
    /dated 2026-02-01, but 11 rows were updated after/,
  ],
  ['an unknown column', edited('Year Built', 'Year Made'), /the unknown column "Year Made"; its cells are not read/],
  ['an unknown regime', edited('The Cyber (', 'The Weather ('), /ZZZ0004 is of the unknown regime "The Weather/],
  ['an unknown type', edited('Ship,UK', 'Boat,UK'), /ZZZ0003 states "Boat" and "Ship" instead of/],
  ['an unknown name type', edited('ALias', 'Nickname'), /ZZZ0001 has a name of the unknown type "Nickname"/],
  ['an unknown strength', edited('Low quality a.k.a', 'Middling'), /unknown strength "Middling"/],
  ['an unknown country', edited('Gabon,Panama', 'Atlantis,Panama'), /"Atlantis", in entry ZZZ0003, is no country/],
  ['an unreadable date', edited('dd/mm/1961', '15/08/19yy'), /ZZZ0002 states "15\/08\/19yy" as a date of birth/],
  ['an invalid IMO number', edited('IMO9000001', 'IMO900'), /ZZZ0003 states "IMO900" as an IMO number/],
  ['an invalid address', edited('1A1zP1eP', '1A1zP1eQ'), /ZZZ0004 holds 1A1zP1eQ\S+, which is no valid address/],
  ['no primary name', edited('MADE-UP HOSTING,,,,,,Primary name', 'X,,,,,,Alias'), /ZZZ0004 has no primary name/],
];
for (const [what, file, alarm] of alarms) {
  test(`uk-sl alarms: ${what}`, () => {
    const raised = readAll(list, file).alarms;
    assert.ok(
      raised.some((text) => alarm.test(text)),
      raised.join('\n'),
    );
  });
}

test('uk-sl: the rows of an organisation become one entry', () => {
  const { rows, alarms: raised } = readAll(list, madeUp);
  assert.equal(raised, []);
  assert.is(rows.length, 5);
  assert.equal(entryOf(rows, 'ZZZ0001'), {
    entryId: 'ZZZ0001',
    entityType: 'organisation',
    names: [
      { name: 'MADE-UP BANK, PUBLIC JOINT STOCK COMPANY', kind: 'primary', weak: false },
      { name: 'Invented Bank', kind: 'alias', weak: false },
      { name: 'MADE-UP BANK PJSC', kind: 'alias', weak: false },
      { name: 'MUB', kind: 'alias', weak: true },
      { name: 'ВЫДУМАННЫЙ БАНК', kind: 'alias', weak: false },
    ],
    wallets: [],
    identifiers: [
      { kind: 'code', value: '770000001', country: 'RU' },
      { kind: 'registration', value: '1020000000008', country: 'RU' },
      { kind: 'tax', value: '7700000009', country: 'RU' },
      { kind: 'website', value: 'www.made-up-bank.example', country: null },
    ],
    countries: ['BY', 'RU'],
    programs: ['The Russia (Sanctions) (EU Exit) Regulations 2019'],
    dates: [],
    listedOn: '2022-02-24',
    relations: [
      { role: 'parent', name: 'Made-up Holding, JSC' },
      { role: 'subsidiary', name: 'Made-up Insurance Limited' },
      { role: 'subsidiary', name: 'Made-up Leasing Limited' },
    ],
    file: madeUp.name,
  });
});

test('uk-sl: natural persons: only names, dates of birth and countries', () => {
  const person = entryOf(readAll(list, madeUp).rows, 'ZZZ0002');
  assert.is(person.entityType, 'person');
  assert.equal(
    person.names.map(({ name }) => name),
    ['Ivan Ivanovich NOBODY', 'Ivan NICHTO', 'Иван Иванович НИКТО'],
  );
  assert.equal([person.dates, person.countries], [['1960-01-07', '1961'], ['RU']]);
  assert.equal([person.identifiers, person.relations], [[], []]);
});

test('uk-sl: a ship has its IMO number, owner and flag; an address in free text is a wallet', () => {
  const { rows } = readAll(list, madeUp);
  const ship = entryOf(rows, 'ZZZ0003');
  assert.equal(ship.identifiers, [{ kind: 'imo', value: '9000001', country: null }]);
  assert.equal([ship.relations, ship.countries], [[{ role: 'owner', name: 'Made-up Shipping FZE' }], ['GA']]);
  assert.equal(
    entryOf(rows, 'ZZZ0004').wallets.map(({ ticker, payload }) => [ticker, payload?.slice(0, 12)]),
    [
      ['ETH', 'evm:52908400'],
      ['XBT', 'bitcoin:p2pk'],
    ],
  );
});

test('uk-sl: a column of wallet addresses is read and reported', () => {
  const address = '0x52908400098527886E0F7030069857D2E4169EE7';
  const lines = textOf(
    edited('Hull identification number (HIN)', 'Hull identification number (HIN),Crypto wallet address'),
  );
  const text = lines
    .split(/\r\n/)
    .map((line, at) =>
      at < 2 || line === '' ? line : `${line},${line.includes('ZZZ0005') ? `ETH: ${address}|${address}` : ''}`,
    )
    .join('\r\n');
  const { rows, alarms: raised } = readAll(list, fileOf('list.csv', text));
  assert.equal(
    entryOf(rows, 'ZZZ0005').wallets.map(({ ticker }) => ticker),
    ['', 'ETH'],
  );
  assert.ok(raised.includes('list.csv has the unknown column "Crypto wallet address"; read as wallet addresses.'));
});

test('uk-sl: the order of rows, of columns and the last update of a row are no change', () => {
  const [date = '', header = '', ...rows] = textOf(madeUp)
    .replace(/"OGRN[^"]*"/g, 'OGRN: 1')
    .trimEnd()
    .split('\r\n');
  const one = fileOf('list.csv', `${[date, header, ...rows].join('\r\n')}\r\n`);
  const other = fileOf(
    'list.csv',
    `${[date, header, ...rows.toReversed()].join('\n').replaceAll('02/02/2026', '03/02/2026')}\n`,
  );
  const diff = diffSnapshots(list, [one], [other]);
  assert.ok(diff.ok);
  assert.equal(diff.events, []);
});

test('uk-conlist: 23 rows of 2020 are six persons', () => {
  const { rows, alarms: raised } = readAll(conlist, extract);
  assert.equal(
    rows.map(({ entryId }) => entryId),
    ['9053', '13063', '13754', '11039', '13017', '9215'],
  );
  const so = entryOf(rows, '11039');
  assert.equal(
    so.names.map(({ name, kind }) => [name, kind]),
    [
      ['Sang-kuk SO', 'primary'],
      ['Sang Kuk SO', 'alias'],
    ],
  );
  assert.equal(so.dates, ['1932', '1933', '1934', '1935', '1936', '1937', '1938']);
  assert.equal(entryOf(rows, '13063').dates, ['1983', '1983-07-05', '1984-04']);
  assert.equal(entryOf(rows, '9053').listedOn, '2007-03-24');
  const saeed = entryOf(rows, '9215');
  assert.equal([saeed.countries, saeed.programs], [['PK'], ["ISIL (Da'esh) and Al-Qaida"]]);
  assert.equal(raised, [
    'Entry 13063 has no primary name.',
    'Entry 13754 has no primary name.',
    'Entry 13017 has no primary name.',
    'Entry 9215 has no primary name.',
    `${extract.name} is dated 2020-04-27, but 1 row was updated after that day.`,
  ]);
  assert.equal(diffSnapshots(conlist, [extract], [extract]).ok && readAll(conlist, extract).rows, rows);
});

test('uk-conlist: facts of organisations follow their labels in the free text', () => {
  const [, header = ''] = textOf(extract).split('\n');
  const cells: Readonly<Record<string, string>> = {
    'Name 6': 'MADE-UP HOLDING',
    'Other Information':
      '(UK Sanctions List Ref):ZZZ0009 (UK Statement of Reasons):It is made up (as all here). (Website):www.made-up.example ' +
      '(Subsidiaries):(1) First Ltd (2) Second Ltd (Parent company):Made-up Group (Business Reg No):INN 7700000009',
    'Group Type': 'Entity',
    'Alias Type': 'Primary name',
    Regime: 'Russia',
    'Listed On': '24/02/2022',
    'Last Updated': '24/02/2022',
    Country: 'Iran/Russia',
    'Group ID': '90009',
  };
  const row = header.split(',').map((column) => `"${cells[column] ?? ''}"`);
  const { rows, alarms: raised } = readAll(
    conlist,
    fileOf('ConList.csv', `Last Updated,28/01/2026\n${header}\n${row.join()}\n`),
  );
  const entry = entryOf(rows, '90009');
  assert.equal(entry.identifiers, [
    { kind: 'tax', value: '7700000009', country: 'RU' },
    { kind: 'website', value: 'www.made-up.example', country: null },
  ]);
  assert.equal(
    entry.relations.map(({ role, name }) => `${role} ${name}`),
    ['parent Made-up Group', 'subsidiary First Ltd', 'subsidiary Second Ltd'],
  );
  assert.equal([entry.countries, raised], [['IR', 'RU'], []]);
});

test('uk-conlist: columns that older files lack may be missing', () => {
  const older = textOf(extract).replace('Alias Quality', 'Passport Details').replace('Name Non-Latin Script', 'Title');
  assert.is(readAll(conlist, fileOf('ConList.csv', older)).rows.length, 6);
});

const dates: readonly (readonly [string, string | null])[] = [
  ['28/09/1955', '1955-09-28'],
  ['00/09/1962', '1962-09'],
  ['00/00/1936', '1936'],
  ['10/00/1983', '1983'],
  ['dd/mm/1975', '1975'],
  ['1975', '1975'],
  ['13-Feb-2026', '2026-02-13'],
  ['29/02/2023', null],
  ['15/08/19yy', null],
  ['2026-02-13', null],
  ['', null],
];
for (const [text, date] of dates) test(`date ${text || 'blank'}`, () => assert.is(readUkDate(text), date));

const values: readonly (readonly [string, readonly string[]])[] = [
  ['(1) Iran (2) Iraq', ['Iran', 'Iraq']],
  ['A Co., Ltd|B; C\nD', ['A Co., Ltd', 'B', 'C', 'D']],
  ['Iran (Islamic Republic of)', ['Iran (Islamic Republic of)']],
  [' N/A ', []],
];
for (const [cell, expected] of values)
  test(`values of ${JSON.stringify(cell)}`, () => assert.equal(splitValues(cell), expected));

const regimes: readonly (readonly [string, boolean])[] = [
  ['The Russia (Sanctions) (EU Exit) Regulations 2019', true],
  ["The ISIL (Da'esh) and Al-Qaida (United Nations Sanctions) (EU Exit) Regulations 2019", true],
  ["The ISIL (Da'esh) and Al-Qaida organisations", true],
  ['The Global Human Rights Sanctions Regulations 2020', true],
  ["North Korea (Democratic People's Republic of Korea)", true],
  ['The Atlantis (Sanctions) Regulations 2027', false],
  ['', false],
];
for (const [name, known] of regimes) test(`regime ${name || 'blank'}`, () => assert.is(isKnownRegime(name), known));

test.run();
