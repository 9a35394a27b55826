import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { ParsedEntry, SnapshotFile } from '../../../../pipeline/ingest/feed.ts';
import { feed } from '../../../../pipeline/publishers/sanctions/ofac-sdn/feed.ts';
import { partOf } from '../../../../pipeline/publishers/sanctions/ofac-sdn/parts.ts';
import { fileOf } from '../../ingest/harness.ts';

const nothing = '-0- ';

interface Row {
  readonly id?: string;
  readonly name?: string;
  readonly type?: string;
  readonly programs?: string;
  readonly flag?: string;
  readonly owner?: string;
  readonly remarks?: string;
}

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
const rowOf = ({ id = '36', name = 'AEROTEST', type, programs = 'CUBA', flag, owner, remarks }: Row): string =>
  [
    id,
    quoted(name),
    type === undefined ? nothing : quoted(type),
    quoted(programs),
    ...[nothing, nothing, nothing, nothing, nothing],
    flag === undefined ? nothing : quoted(flag),
    owner === undefined ? nothing : quoted(owner),
    remarks === undefined ? nothing : quoted(remarks),
  ].join(',');
const published = (name: string, lines: readonly string[]): SnapshotFile =>
  fileOf(name, `${lines.join('\r\n')}\r\n\u001a`);
const sdn = (...rows: readonly Row[]): SnapshotFile => published('sdn.csv', rows.map(rowOf));

const readAll = (...files: readonly SnapshotFile[]) => {
  const parsed = feed.parse(files);
  if (!parsed.ok) throw new Error(parsed.reason);
  return parsed;
};
const readOne = (row: Row, ...files: readonly SnapshotFile[]): ParsedEntry => {
  const [entry] = readAll(sdn(row), ...files).rows;
  if (entry === undefined) throw new Error('no entry');
  return entry;
};
const refusal = (...files: readonly SnapshotFile[]): string => {
  const parsed = feed.parse(files);
  return parsed.ok ? 'accepted' : parsed.reason;
};

const whole = sdn({}).bytes.toString();
const refusals: readonly (readonly [string, readonly SnapshotFile[], RegExp])[] = [
  ['no sdn.csv', [published('alt.csv', ['36,12,"aka","X",-0- '])], /lacks sdn\.csv/],
  ['two of a part', [sdn({}), fileOf('sdn-2.csv', whole)], /sdn\.csv and sdn-2\.csv both hold entries/],
  ['aliases called sdn.csv', [published('sdn.csv', ['36,12,"aka","X",-0- '])], /has 5 cells; one of entries has 12/],
  ['the set of the other lists', [fileOf('cons_prim.csv', whole)], /lists other than the SDN list/],
  ['a file of seven columns', [published('x.csv', ['1,2,3,4,5,6,7'])], /is none of the files of the SDN list/],
  ['an entry twice', [sdn({}, { name: 'OTHER' })], /has entry 36 twice/],
  ['an id that a spreadsheet ate', [sdn({}, { id: '9.6E+04' })], /record 2 begins with "9\.6E\+04"/],
  ['a last line that is cut off', [fileOf('sdn.csv', whole.slice(0, -8))], /sdn\.csv record 1 has 11 cells|0x1A/],
  ['CRLF and no end mark', [fileOf('sdn.csv', whole.slice(0, -1))], /does not end with the mark 0x1A/],
  [
    'a cut within the last cell',
    [fileOf('sdn.csv', `${rowOf({})}\n${rowOf({ id: '37' }).slice(0, -3)}`)],
    /within a line/,
  ],
  ['a header line alone', [published('sdn.csv', ['ID,B,C,D,E,F,G,H,I,J,K,L'])], /a header line and no records/],
  [
    'columns in another order',
    [
      published(
        'sdn.csv',
        Array.from({ length: 30 }, (_, id) => rowOf({ id: String(id), type: 'CUBA', programs: 'X' })),
      ),
    ],
    /another table/,
  ],
];
for (const [what, files, reason] of refusals) {
  test(`refused: ${what}`, () => assert.match(refusal(...files), reason));
}

const names: readonly (readonly [string, string | null])[] = [
  ['SDN.CSV', 'sdn'],
  ['sdn-2021-07.csv', 'sdn'],
  ['sdn-2023-11.resaved.csv', 'sdn'],
  ['alt-2021-07.csv', 'alt'],
  ['ADD.CSV', 'add'],
  ['sdn_comments-2025-02.csv', 'sdn_comments'],
  ['Sdn Comments.csv', 'sdn_comments'],
  ['download.csv', null],
  ['cons_add.csv', null],
];
for (const [name, part] of names)
  test(`${name} is ${part ?? 'identified by its content'}`, () => assert.is(partOf(name), part));

test('files are recognised by their content when their names show no part', () => {
  const [entry] = readAll(
    fileOf('a.csv', whole),
    published('b.csv', ['36,12,"aka","AERO-TEST",-0- ']),
    published('c.csv', ['36,1,-0- ,"Havana","Cuba",-0- ']),
    published('d.csv', ['36,"x. Digital Currency Address - ETH 0x12D66f87A04A9E220743712cE6d9bB1B5616B8Fc."']),
  ).rows;
  assert.equal(
    entry?.names.map(({ name }) => name),
    ['AEROTEST', 'AERO-TEST'],
  );
  assert.equal(entry?.countries, ['CU']);
});

test('missing, misplaced and new content is reported, at most twenty times per kind', () => {
  const comments = published(
    'sdn_comments.csv',
    Array.from({ length: 30 }, (_, id) => `${id + 100},"late."`),
  );
  const { alarms } = readAll(sdn({ type: 'submarine' }), comments);
  assert.ok(alarms.includes('The snapshot has no alt.csv (aliases), add.csv (addresses).'));
  assert.ok(alarms.includes('Entry 36 is of the unknown SDN type "submarine".'));
  assert.is(alarms.filter((alarm) => /has comments of entry \d+, which the list lacks/.test(alarm)).length, 20);
  assert.ok(alarms.includes('And 10 more comments of unknown entries.'));
});

const alarmCases: readonly (readonly [string, Row, RegExp])[] = [
  ['an unknown country', { flag: 'Atlantis', type: 'vessel' }, /"Atlantis", in entry 36, is no country/],
  ['a date that is none', { type: 'individual', remarks: 'DOB 31 Feb 1960.' }, /Entry 36 states "31 Feb 1960"/],
  [
    'a new currency',
    { remarks: 'Digital Currency Address - NEW 1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa.' },
    /NEW, a currency label/,
  ],
  [
    'an address of no known encoding',
    { remarks: 'Digital Currency Address - ETH 0x12.' },
    /holds 0x12, which is no valid/,
  ],
  [
    'an address that is not there',
    { remarks: 'Digital Currency Address - ;' },
    /an? digital currency address that cannot be read/,
  ],
  [
    'an IMO number of five digits',
    { remarks: 'Vessel Registration Identification IMO 15411.' },
    /"15411" as an IMO number/,
  ],
  ['a name that became a date', { name: 'Jul-28' }, /is called Jul-28: a spreadsheet/],
  ['a cut without its rest', { remarks: `DOB 1960; ${'x'.repeat(990)}` }, /The remarks of entry 36 are cut off/],
  ['an entry without a name', { name: '-0- ' }, /Entry 36 has no name/],
];
for (const [what, row, alarm] of alarmCases) {
  test(`alarm: ${what}`, () => assert.ok(readAll(sdn(row)).alarms.some((raised) => alarm.test(raised))));
}

const types: readonly (readonly [string | undefined, string])[] = [
  [undefined, 'organisation'],
  ['-0-', 'organisation'],
  ['individual', 'person'],
  ['vessel', 'vessel'],
  ['Aircraft', 'aircraft'],
  ['constructor', 'unknown'],
];
for (const [type, expected] of types) {
  test(`SDN type ${type ?? '-0-'} is ${expected}`, () =>
    assert.is(readOne(type === undefined ? {} : { type }).entityType, expected));
}

test('programmes are split, freed of repeats and sorted', () => {
  assert.equal(readOne({ programs: 'DPRK3] [CYBER2] [DPRK3' }).programs, ['CYBER2', 'DPRK3']);
});

const organisation: readonly (readonly [string, Partial<ParsedEntry>])[] = [
  ['Tax ID No. 7727083115 (Russia)', { identifiers: [{ kind: 'tax', value: '7727083115', country: 'RU' }] }],
  ['Registration ID 14063277', { identifiers: [{ kind: 'registration', value: '14063277', country: null }] }],
  [
    'Business Registration Number 0582030 (Connecticut) (United States)',
    { identifiers: [{ kind: 'registration', value: '0582030 (Connecticut)', country: 'US' }] },
  ],
  [
    'Folio Mercantil No. 343997 (Mexico) issued 14 Dec 2005',
    { identifiers: [{ kind: 'registration', value: '343997', country: 'MX' }] },
  ],
  ['SWIFT/BIC HAVIGB2L', { identifiers: [{ kind: 'bic', value: 'HAVIGB2L', country: null }] }],
  ['ISIN US0378331005', { identifiers: [{ kind: 'isin', value: 'US0378331005', country: null }] }],
  [
    'Legal Entity Number 253400WSS48YWMBUA688',
    { identifiers: [{ kind: 'lei', value: '253400WSS48YWMBUA688', country: null }] },
  ],
  [
    'Legal Entity Number 851683897 (Netherlands)',
    { identifiers: [{ kind: 'registration', value: '851683897', country: 'NL' }] },
  ],
  ['Identification Number IMO 9339301', { identifiers: [{ kind: 'imo', value: '9339301', country: null }] }],
  ['alt. Website www.example.org', { identifiers: [{ kind: 'website', value: 'www.example.org', country: null }] }],
  ['Organization Established Date 19 Jul 2000', { dates: ['2000-07-19'] }],
  ['Nationality of Registration Korea, North', { countries: ['KP'] }],
  ['Linked To: R D I S.A', { relations: [{ role: 'linked', name: 'R D I S.A' }] }],
  [
    "f.k.a. 'OLD  NAME'",
    {
      names: [
        { name: 'AEROTEST', kind: 'primary', weak: false },
        { name: 'OLD NAME', kind: 'previous', weak: true },
      ],
    },
  ],
];
for (const [remark, expected] of organisation) {
  test(`of an organisation: ${remark}`, () => {
    const entry = readOne({ remarks: `Target Type Government Entity; ${remark}; Gender Male.` });
    for (const [key, value] of Object.entries(expected)) assert.equal(entry[key as keyof ParsedEntry], value);
  });
}

test('the full stop of the last remark is removed, that of an abbreviation stays', () => {
  const linked = (remarks: string) => readOne({ remarks }).relations.map(({ name }) => name);
  assert.equal(linked('Linked To: R D I S.A.'), ['R D I S.A.']);
  assert.equal(linked('Linked To: GULF CO., LTD.'), ['GULF CO., LTD.']);
  assert.equal(linked('Linked To: MAHAN AIR.'), ['MAHAN AIR']);
});

test('natural persons: only names, dates of birth, countries and wallets', () => {
  const address = '0x12D66f87A04A9E220743712cE6d9bB1B5616B8Fc';
  const entry = readOne(
    {
      name: 'NOBODY, Ivan',
      type: 'individual',
      remarks:
        'DOB circa 1960; alt. DOB 06 Jul 1961; DOB Jul 1962; DOB 1968 to 1973; POB Nowhere, Peru; nationality Russia; ' +
        "citizen Belarus; Passport 123 (Iran); National ID No. 9 (Iran); Tax ID No. 7 (Russia); a.k.a. 'IVAN'; " +
        `Website www.example.org; Digital Currency Address - ETH ${address}; Linked To: MAHAN AIR.`,
    },
    published('add.csv', ['36,1,"1 Road","Minsk","Belarus",-0- ', '36,2,-0- ,-0- ,"Cuba",-0- ']),
  );
  assert.equal(entry.dates, ['1960', '1961-07-06', '1962-07', '1968', '1973']);
  assert.equal(entry.countries, ['BY', 'CU', 'RU']);
  assert.equal(
    entry.names.map(({ name, weak }) => [name, weak]),
    [
      ['NOBODY, Ivan', false],
      ['IVAN', true],
    ],
  );
  assert.equal(entry.wallets, [{ ticker: 'ETH', address, payload: `evm:${address.slice(2).toLowerCase()}` }]);
  assert.equal([entry.identifiers, entry.relations, entry.listedOn], [[], [], null]);
});

test('aliases: type, weakness, repeats', () => {
  const alt = published('alt.csv', [
    '36,1,"aka","B",-0- ',
    '36,2,"fka","A",-0- ',
    '36,3,"nka","AEROTEST",-0- ',
    `36,4,"aka","'C'",-0- `,
    '36,5,"aka","D","(weak)"',
    '36,6,"pka","E",-0- ',
  ]);
  const { rows, alarms } = readAll(sdn({ remarks: "a.k.a. 'B'; a.k.a. 'F'." }), alt);
  assert.equal(
    rows[0]?.names.map(({ name, kind, weak }) => [name, kind, weak]),
    [
      ['AEROTEST', 'primary', false],
      ['A', 'previous', false],
      ['B', 'alias', false],
      ['C', 'alias', true],
      ['D', 'alias', true],
      ['E', 'alias', false],
      ['F', 'alias', true],
    ],
  );
  assert.ok(alarms.includes('Entry 36 has an alias of the unknown type "pka".'));
});

test('vessels state their flag and owner', () => {
  const entry = readOne({ type: 'vessel', flag: 'Panama', owner: 'Samir de Navegacion S.A.' });
  assert.equal(entry.countries, ['PA']);
  assert.equal(entry.relations, [{ role: 'owner', name: 'Samir de Navegacion S.A.' }]);
  assert.equal(readOne({ type: 'vessel', flag: 'None Identified' }).countries, []);
});

const wallet = '0x8576acc5c05d6ce88f4e49bf65bdf0c62f91353c';
const longRemarks = `DOB 1960; ${'x'.repeat(2_000)}`;
const cuts: readonly (readonly [string, string, string | undefined, readonly string[]])[] = [
  [
    'within the label',
    `${longRemarks.slice(0, 976)}; Digital Currency Addres`,
    `s - ETH ${wallet}; Gender Male.`,
    [wallet],
  ],
  [
    'within the address',
    `${longRemarks.slice(0, 966)}; Digital Currency Address - ETH 0x8`,
    `${wallet.slice(3)}.`,
    [wallet],
  ],
  ['after a space', `${longRemarks.slice(0, 969)}; Digital Currency Address - ETH `, `${wallet}.`, [wallet]],
  ['and the rest is missing', `${longRemarks.slice(0, 966)}; Digital Currency Address - ETH 0x8`, undefined, []],
  ['nowhere, and the rest repeats the end', `Digital Currency Address - ETH ${wallet}.`, 'f91353c.', [wallet]],
  ['nowhere, and the rest states more', 'DOB 1960.', `ale; Digital Currency Address - ETH ${wallet}.`, [wallet]],
];
for (const [where, remarks, rest, expected] of cuts) {
  test(`remarks that are cut ${where}`, () => {
    const comments = rest === undefined ? [] : [published('sdn_comments.csv', [`36,${quoted(rest)}`])];
    assert.equal(
      readOne({ remarks }, ...comments).wallets.map(({ address }) => address),
      expected,
    );
  });
}

test('an address may cross the cut at any position', () => {
  const remark = `alt. Digital Currency Address - ETH ${wallet}; Gender Male.`;
  fc.assert(
    fc.property(fc.integer({ min: 1, max: remark.length - 2 }), (at) => {
      const remarks = `${longRemarks.slice(0, 998 - at)}; ${remark.slice(0, at)}`;
      assert.is(remarks.length, 1_000);
      const comments = published('sdn_comments.csv', [`36,${quoted(remark.slice(at))}`]);
      const entry = readOne({ remarks, type: 'individual' }, comments);
      assert.equal([entry.wallets.map(({ address }) => address), entry.dates], [[wallet], ['1960']]);
    }),
  );
});

test('one address is one wallet; under another label it is another wallet', () => {
  const remarks = `Digital Currency Address - ETH ${wallet}; alt. Digital Currency Address - ETH 0x${wallet.slice(2).toUpperCase()}; Digital Currency Address - USDT ${wallet}.`;
  assert.equal(
    readOne({ remarks }).wallets.map(({ ticker }) => ticker),
    ['ETH', 'USDT'],
  );
});

test.run();
