import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { ParsedEntry, SnapshotFile } from '../../../pipeline/ingest/feed.ts';
import { feed } from '../../../pipeline/publishers/sanctions/ofac-consolidated/feed.ts';
import { readXml } from '../../../pipeline/publishers/xml/read-xml.ts';
import { childrenNamed, childText } from '../../../pipeline/publishers/xml/xml-element.ts';
import { identifierKey } from '../../../pipeline/screening/identifiers.ts';
import { fixtureFile, readList, reasonOf, xmlFile } from '../../support/xml-lists.ts';

const real = fixtureFile('ofac-consolidated', 'consolidated_nonsdn-2025-03-28.xml.gz');
const sample = fixtureFile('ofac-consolidated', 'sdnlist_xml.sample-2020-04.xml');
/** The sample with a matching record count. */
const whole = xmlFile(sample.bytes.toString().replace('<Record_Count>8197<', '<Record_Count>8<'));

const namespaces = [
  'http://tempuri.org/sdnList.xsd',
  'https://sanctionslistservice.ofac.treas.gov/api/PublicationPreview/exports/XML',
];
const entry = (content: string, type = 'Entity', uid = '1'): string =>
  `<sdnEntry><uid>${uid}</uid><lastName>ACME</lastName><sdnType>${type}</sdnType>${content}</sdnEntry>`;
const listOf = (entries: string, count: number | string = 1, namespace = namespaces[0]): SnapshotFile =>
  xmlFile(
    `<sdnList xmlns="${namespace ?? ''}"><publshInformation><Publish_Date>03/28/2025</Publish_Date>` +
      `<Record_Count>${count}</Record_Count></publshInformation>${entries}</sdnList>`,
  );
const id = (type: string, number: string, country = ''): string =>
  `<id><uid>9</uid><idType>${type}</idType><idNumber>${number}</idNumber>` +
  `${country === '' ? '' : `<idCountry>${country}</idCountry>`}</id>`;
const only = (content: string, type?: string): { readonly row: ParsedEntry; readonly alarms: readonly string[] } => {
  const { rows, alarms } = readList(feed, listOf(entry(content, type)));
  const [row] = rows;
  if (row === undefined) throw new Error('there is no entry');
  return { row, alarms };
};
const withIds = (...ids: readonly string[]) => only(`<idList>${ids.join('')}</idList>`);

test('golden: 443 entries; 165 ISINs printed, 162 valid, 3 stored and reported', () => {
  const { rows, alarms } = readList(feed, real);
  assert.is(rows.length, 443);
  const printed = isinsOf(real);
  assert.is(printed.length, 165);
  const known = new Set(
    rows.flatMap(({ entryId, identifiers }) =>
      identifiers.filter(({ kind }) => kind === 'isin').map(({ value }) => `${entryId} ${value}`),
    ),
  );
  assert.ok(
    printed.every((isin) => known.has(isin)),
    'each of them is an identifier of its entry',
  );
  const matchable = printed.filter((isin) => identifierKey('isin', isin.split(' ')[1] ?? '', null) !== null);
  assert.is(matchable.length, 162);
  assert.equal(alarms, [
    'Entry 30926 has the ISIN "BRC1EODR004", whose check digit is wrong.',
    'Entry 30930 has the ISIN "CND10002K094", whose check digit is wrong.',
    'Entry 30930 has the ISIN "CND10002G601", whose check digit is wrong.',
  ]);
});

/** `<uid> <ISIN>` of every ISIN the document prints; two entries print one twice. */
function isinsOf(file: SnapshotFile): readonly string[] {
  const isins: string[] = [];
  readXml(file, { root: 'sdnList', records: ['sdnEntry'] }, (record) => {
    for (const one of childrenNamed(record, 'idList').flatMap((list) => childrenNamed(list, 'id'))) {
      if (childText(one, 'idType') === 'ISIN') isins.push(`${childText(record, 'uid')} ${childText(one, 'idNumber')}`);
    }
  });
  return isins;
}

test('a listed issuer of securities, with everything it states', () => {
  const row = readList(feed, real).rows.find(({ entryId }) => entryId === '30882');
  const ofKind = (kind: string): readonly string[] =>
    row?.identifiers.filter((one) => one.kind === kind).map(({ value }) => value) ?? [];
  assert.ok(row);
  assert.equal(row.names[0], { name: 'CHINA TELECOM CORPORATION LIMITED', kind: 'primary', weak: false });
  assert.equal(ofKind('isin'), ['CND100020NC4', 'CND1000248G3', 'CND10003ND87', 'CNE1000002V2', 'US1694261033']);
  assert.equal(ofKind('registration'), ['9111000071093019X7']);
  assert.is(ofKind('equity_ticker').length, 7);
  assert.is(ofKind('issuer_name').length, 4);
  assert.equal([row.countries, row.programs, row.listedOn], [['CN'], ['CMIC-EO13959'], '2021-06-03']);
});

test('natural persons: names, countries and dates of birth, but no documents and no numbers', () => {
  const people = readList(feed, real).rows.filter(({ entityType }) => entityType === 'person');
  assert.is(people.length, 80);
  assert.ok(people.every(({ identifiers, relations }) => identifiers.length === 0 && relations.length === 0));
  assert.ok(people.some(({ dates }) => dates.includes('1980-02-08')));
});

test('the SDN list has the same structure, in the older namespace', () => {
  const { rows, alarms } = readList(feed, whole);
  assert.equal(alarms, []);
  const saeed = rows.find(({ entryId }) => entryId === '10689');
  assert.ok(saeed);
  assert.equal(saeed.names[0], { name: 'Muhammad SAEED', kind: 'primary', weak: false });
  assert.equal(
    saeed.names.filter(({ weak }) => weak).map(({ name }) => name),
    ['HAFIZ SAHIB', 'TATA JI'],
  );
  assert.equal([saeed.countries, saeed.dates, saeed.programs], [['PK'], ['1950-06-05'], ['SDGT']]);
});

test('a document with fewer entries than it states is refused; one with more is reported', () => {
  assert.is(
    reasonOf(feed, sample),
    'sdnlist_xml.sample-2020-04.xml has 8 of the 8197 entries that it states: it is not whole.',
  );
  assert.equal(readList(feed, listOf(entry('') + entry('', 'Entity', '2'), 1)).alarms, [
    'The document has 2 entries, more than the 1 that it states.',
  ]);
  assert.equal(readList(feed, listOf(entry(''), 'many')).alarms, [
    'The document does not state how many entries it has.',
  ]);
  const bare = xmlFile(`<sdnList xmlns="${namespaces[1] ?? ''}">${entry('')}</sdnList>`);
  assert.equal(readList(feed, bare).alarms, ['The document does not state how many entries it has.']);
});

test('both namespaces are known, another is an alarm', () => {
  for (const namespace of namespaces) assert.equal(readList(feed, listOf(entry(''), 1, namespace)).alarms, []);
  assert.equal(readList(feed, listOf(entry(''), 1, 'urn:new')).alarms, [
    'list.xml is in the namespace "urn:new", not seen before.',
  ]);
});

const identifiers: readonly (readonly [string, string, ParsedEntry['identifiers'][number]])[] = [
  ['an ISIN', id('ISIN', 'US1694261033'), { kind: 'isin', value: 'US1694261033', country: null }],
  [
    'an LEI',
    id('Legal Entity Number', '253400V1H6ART1UQ0N98'),
    { kind: 'lei', value: '253400V1H6ART1UQ0N98', country: null },
  ],
  ...(
    [
      ['an LEI under the label of a document', '253400V1H6ART1UQ0N98', ''],
      ['the same with its country behind', '253400V1H6ART1UQ0N98 (Peru)', ''],
      ['the same with its country beside', '253400V1H6ART1UQ0N98', 'Peru'],
    ] as const
  ).map(
    ([what, number, country]) =>
      [what, id('LE Number', number, country), { kind: 'lei', value: '253400V1H6ART1UQ0N98', country: null }] as const,
  ),
  [
    'another legal entity number',
    id('Legal Entity Number', '551/2011', 'Syria'),
    { kind: 'registration', value: '551/2011', country: 'SY' },
  ],
  [
    'a registration',
    id('Registration ID', '1027739609391', 'Russia'),
    { kind: 'registration', value: '1027739609391', country: 'RU' },
  ],
  [
    'a registration with its country behind',
    id('Registration ID', '1026303117642 (Russia)'),
    { kind: 'registration', value: '1026303117642', country: 'RU' },
  ],
  [
    'a bracket that is no country',
    id('Registration ID', '12 (old)'),
    { kind: 'registration', value: '12 (old)', country: null },
  ],
  ['a tax number', id('Tax ID No.', '7702070139', 'Russia'), { kind: 'tax', value: '7702070139', country: 'RU' }],
  ['a BIC', id('SWIFT/BIC', 'VTBRRUMM'), { kind: 'bic', value: 'VTBRRUMM', country: null }],
  [
    'an issuer',
    id('Issuer Name', 'China Mobile Limited'),
    { kind: 'issuer_name', value: 'China Mobile Limited', country: null },
  ],
  ['a ticker', id('Equity Ticker', '0728 HK'), { kind: 'equity_ticker', value: '0728 HK', country: null }],
  ['a website', id('Website', 'www.vtb.com'), { kind: 'website', value: 'www.vtb.com', country: null }],
  ['a ship', id('Vessel Registration Identification', 'IMO 9187629'), { kind: 'imo', value: '9187629', country: null }],
];
for (const [name, one, expected] of identifiers) {
  test(`identifier: ${name}`, () => {
    const { row, alarms } = withIds(one);
    assert.equal([row.identifiers, alarms], [[expected], []]);
  });
}

test('an identifier is listed once, a wallet too, whatever its spelling', () => {
  const { row } = withIds(
    id('ISIN', 'US1694261033'),
    id('ISIN', 'US1694261033'),
    id('Digital Currency Address - ETH', '0xABCDEFABCDEFABCDEFABCDEFABCDEFABCDEFABCD'),
    id('Digital Currency Address - ETH', '0xabcdefabcdefabcdefabcdefabcdefabcdefabcd'),
    id('Digital Currency Address - USDT', '0xabcdefabcdefabcdefabcdefabcdefabcdefabcd'),
  );
  assert.is(row.identifiers.length, 1);
  assert.equal(
    row.wallets.map(({ ticker, payload }) => `${ticker} ${payload ?? ''}`),
    ['ETH evm:abcdefabcdefabcdefabcdefabcdefabcdefabcd', 'USDT evm:abcdefabcdefabcdefabcdefabcdefabcdefabcd'],
  );
});

test('a wallet of a person is read; an address in no known encoding is stored without a payload', () => {
  const wallets =
    id('Digital Currency Address - XBT', '1BoatSLRHtKNngkdXEeobR76b53LETtpyT') +
    id('Digital Currency Address - NEW', 'abc');
  const { row, alarms } = only(`<idList>${wallets}${id('Passport', 'A1')}</idList>`, 'Individual');
  assert.equal(
    row.wallets.map(({ payload }) => payload === null),
    [true, false],
  );
  assert.equal(row.identifiers, []);
  assert.equal(alarms, [
    'Entry 1 has an address of NEW, a currency label not seen before.',
    'Entry 1 holds abc, which is no valid address of a known encoding.',
  ]);
});

test('countries, dates and the owner of a ship', () => {
  const { row } = only(
    '<addressList><address><uid>1</uid><country>Korea, North</country></address></addressList>' +
      '<vesselInfo><callSign>X</callSign><vesselFlag>Panama</vesselFlag><vesselOwner>Ocean Ltd</vesselOwner></vesselInfo>' +
      `<idList>${id('Nationality of Registration', 'Russia')}${id('Organization Established Date', '17 Oct 1990')}</idList>`,
    'Vessel',
  );
  assert.equal([row.entityType, row.countries, row.dates], ['vessel', ['KP', 'PA', 'RU'], ['1990-10-17']]);
  assert.equal(row.relations, [{ role: 'owner', name: 'Ocean Ltd' }]);
});

const births: readonly (readonly [string, readonly string[]])[] = [
  ['05 Jun 1950', ['1950-06-05']],
  ['Apr 1961', ['1961-04']],
  ['1953', ['1953']],
  ['circa 1951', ['1951']],
  ['circa-1951', ['1951']],
  ['1951 to 1953', ['1951', '1953']],
  ['01 Jan 1976 to 31 Dec 1978', ['1976-01-01', '1978-12-31']],
  ['circa 1960 to circa 1962', ['1960', '1962']],
];
for (const [text, expected] of births) {
  test(`date of birth: ${text}`, () => {
    const born = `<dateOfBirthList><dateOfBirthItem><uid>1</uid><dateOfBirth>${text}</dateOfBirth></dateOfBirthItem></dateOfBirthList>`;
    const { row, alarms } = only(born, 'Individual');
    assert.equal([row.dates, alarms], [expected, []]);
  });
}

const aka = (type: string, category: string): string =>
  `<akaList><aka><uid>1</uid><type>${type}</type><category>${category}</category><lastName>B</lastName></aka></akaList>`;

const aliases: readonly (readonly [string, string, ParsedEntry['names'][number]])[] = [
  ['a.k.a.', 'strong', { name: 'B', kind: 'alias', weak: false }],
  ['a.k.a.', 'weak', { name: 'B', kind: 'alias', weak: true }],
  ['f.k.a.', 'strong', { name: 'B', kind: 'previous', weak: false }],
  ['n.k.a.', 'strong', { name: 'B', kind: 'alias', weak: false }],
];
for (const [type, category, expected] of aliases) {
  test(`alias: ${type} ${category}`, () => assert.equal(only(aka(type, category)).row.names[1], expected));
}

const alarmed: readonly (readonly [string, string, string])[] = [
  ['an element', '<planet/>', 'list.xml holds "sdnEntry/planet", which is not known of this list; it is not read.'],
  [
    'an identification',
    `<idList>${id('Space Number', '1')}</idList>`,
    '"Space Number" is a kind of identification not seen before.',
  ],
  [
    'a category of aliases',
    aka('a.k.a.', 'medium'),
    'Entry 1 has an alias of the category "medium"; it is read as strong.',
  ],
  ['a type of aliases', aka('z.k.a.', 'strong'), 'Entry 1 has an alias of the type "z.k.a."; it is read as a.k.a.'],
  [
    'a country',
    '<addressList><address><country>Atlantis</country></address></addressList>',
    '"Atlantis", in entry 1, is no country of the table.',
  ],
  [
    'a date',
    `<idList>${id('Organization Established Date', 'long ago')}</idList>`,
    'Entry 1 states "long ago", which is no date.',
  ],
];
for (const [name, content, alarm] of alarmed) {
  test(`unknown: ${name} is an alarm`, () => assert.equal(only(content).alarms, [alarm]));
}

test('an unknown type and an unreadable date of publication are alarms', () => {
  assert.equal(only('', 'Robot').alarms, ['Entry 1 is of the type "Robot", not seen before.']);
  const file = xmlFile(listOf(entry('')).bytes.toString().replace('03/28/2025', '28.3.2025'));
  assert.equal(readList(feed, file).alarms, ['"28.3.2025" is no date of publication.']);
});

test('the CSV set is refused', () => {
  assert.match(
    reasonOf(feed, xmlFile('306,"BANCO NACIONAL DE CUBA",-0- ,"CUBA"', 'cons_prim.csv')),
    /^cons_prim\.csv is not XML/,
  );
});

test.run();
