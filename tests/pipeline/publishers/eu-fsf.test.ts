import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { ParsedEntry } from '../../../pipeline/ingest/feed.ts';
import { feed } from '../../../pipeline/publishers/sanctions/eu-fsf/feed.ts';
import { fixtureFile, readList, reasonOf, xmlFile } from '../../support/xml-lists.ts';

const sample = fixtureFile('eu-fsf', 'fsf_xml_1_1.sample-2020-04.xml');

const namespace = 'http://eu.europa.ec/fpi/fsd/export';
const listOf = (content: string) =>
  xmlFile(`<export xmlns="${namespace}" generationDate="2026-01-01" globalFileId="1">${content}</export>`);
const entity = (content: string, code = 'enterprise', attributes = ''): string =>
  `<sanctionEntity designationDetails="" unitedNationId="" euReferenceNumber="EU.1.1" logicalId="7" ${attributes}>` +
  `<subjectType code="${code}" classificationCode="E"/>` +
  `<nameAlias firstName="" middleName="" lastName="" wholeName="ACME" strong="true" logicalId="1"/>${content}</sanctionEntity>`;
const only = (content: string, code?: string): { readonly row: ParsedEntry; readonly alarms: readonly string[] } => {
  const { rows, alarms } = readList(feed, listOf(entity(content, code)));
  const [row] = rows;
  if (row === undefined) throw new Error('there is no entry');
  return { row, alarms };
};

const strong = (name: string, kind: 'primary' | 'alias' = 'alias') => ({ name, kind, weak: false });
const person = {
  entityType: 'person',
  wallets: [],
  identifiers: [],
  relations: [],
  file: 'fsf_xml_1_1.sample-2020-04.xml',
} as const;

test('golden: the seven elements of the sample, field by field', () => {
  const { rows, alarms } = readList(feed, sample);
  assert.equal(rows, [
    {
      ...person,
      entryId: 'EU.2026.82',
      names: [
        strong('Abid Hammadou', 'primary'),
        strong('Abdelhamid Abou Zeid'),
        strong('Abou Abdellah'),
        strong('Amor Mohamed Ghedeir'),
        strong('Youcef Adel'),
      ],
      countries: ['DZ'],
      programs: ['TAQA'],
      dates: ['1958', '1965-12-12'],
      listedOn: '2008-07-03',
    },
    {
      ...person,
      entryId: 'EU.4011.64',
      names: [strong('Yu-ro Han', 'primary')],
      countries: [],
      programs: ['PRK'],
      dates: [],
      listedOn: '2009-07-16',
    },
    {
      ...person,
      entryId: 'EU.4009.74',
      // The sixth element has the id of the third.
      names: [strong('Sok-hwa Hwang', 'primary'), strong('TestOneWord')],
      countries: [],
      programs: ['PRK'],
      dates: [],
      listedOn: '2009-07-16',
    },
    {
      ...person,
      entryId: 'EU.3579.2',
      names: [
        strong('Fahd Bin Adballah BIN KHALID', 'primary'),
        strong('Ashraf Refaat Nabith HENIN'),
        strong('Khalid Adbul WADOOD'),
        strong('Khalid Shaikh MOHAMMED'),
        strong('Salem ALI'),
      ],
      countries: [],
      programs: ['TERR'],
      dates: ['1964-03-01', '1965-04-14'],
      listedOn: null,
    },
    {
      ...person,
      entryId: 'EU.3734.6',
      names: [strong('Leo Manzi', 'primary')],
      countries: ['CD', 'RW'],
      programs: ['COD'],
      dates: ['1953', '1954'],
      listedOn: '2010-12-01',
    },
    {
      ...person,
      entryId: 'EU.3343.85',
      names: [strong('Mohamed Ben Belkacem Aouadi', 'primary')],
      countries: ['TN'],
      programs: ['TAQA'],
      dates: ['1974-12-11'],
      listedOn: null,
    },
  ]);
  assert.equal(alarms, ['Entry EU.4009.74 is there again on line 110; both are read as one.']);
});

test('an enterprise: identifiers with their country, website, no phone and no mail address', () => {
  const { row, alarms } = only(
    '<identification number="1027700132195" latinNumber="" identificationTypeCode="regnumber" countryIso2Code="RU"/>' +
      '<identification number="7707083893" identificationTypeCode="fiscalcode" countryIso2Code="RU"/>' +
      '<identification number="" latinNumber="SABRRUMM" identificationTypeCode="swiftbic" countryIso2Code="00" countryDescription="UNKNOWN"/>' +
      '<identification number="9187629" identificationTypeCode="imo" countryIso2Code="00"/>' +
      '<identification number="1" identificationTypeCode="regnumber" knownFalse="true" countryIso2Code="RU"/>' +
      '<identification number="X1" identificationTypeCode="other" countryIso2Code="RU"/>' +
      '<address city="Moscow" countryIso2Code="RU" countryDescription="RUSSIAN FEDERATION">' +
      '<contactInfo key="WEB" value="www.example.ru"/><contactInfo key="EMAIL" value="a@example.ru"/></address>',
  );
  assert.equal(row.identifiers, [
    { kind: 'bic', value: 'SABRRUMM', country: null },
    { kind: 'imo', value: '9187629', country: null },
    { kind: 'registration', value: '1027700132195', country: 'RU' },
    { kind: 'tax', value: '7707083893', country: 'RU' },
    { kind: 'website', value: 'www.example.ru', country: null },
  ]);
  assert.equal([row.entityType, row.countries, alarms], ['organisation', ['RU'], []]);
});

test('documents of a person are skipped', () => {
  const { row } = only(
    '<identification number="P1" identificationTypeCode="passport" countryIso2Code="DZ"/>',
    'person',
  );
  assert.equal([row.identifiers, row.countries], [[], []]);
});

const countries: readonly (readonly [string, readonly string[]])[] = [
  ['countryIso2Code="DE" countryDescription="GERMANY"', ['DE']],
  ['countryIso2Code="EL" countryDescription="GREECE"', ['GR']],
  ['countryIso2Code="UK" countryDescription="UNITED KINGDOM"', ['GB']],
  ['countryIso2Code="XK" countryDescription="KOSOVO"', ['XK']],
  ['countryIso2Code="00" countryDescription="UNKNOWN"', []],
  ['countryIso2Code="CS" countryDescription="SERBIA AND MONTENEGRO"', []],
  ['countryIso2Code="" countryDescription="IRAN (ISLAMIC REPUBLIC OF)"', ['IR']],
  ['countryIso2Code="00"', []],
  ['', []],
];
for (const [attributes, expected] of countries) {
  test(`country of ${attributes === '' ? 'nothing' : attributes}`, () => {
    const { row, alarms } = only(`<citizenship ${attributes}/>`);
    assert.equal([row.countries, alarms], [expected, []]);
  });
}

const dates: readonly (readonly [string, readonly string[]])[] = [
  ['birthdate="1965-12-12" year="1965" monthOfYear="12" dayOfMonth="12"', ['1965-12-12']],
  ['year="1965" monthOfYear="12"', ['1965-12']],
  ['year="1965"', ['1965']],
  ['circa="true" year="1958"', ['1958']],
  ['yearRangeFrom="1965" yearRangeTo="1968"', ['1965', '1968']],
  ['city="Baghdad"', []],
];
for (const [attributes, expected] of dates) {
  test(`date of ${attributes}`, () => {
    const { row, alarms } = only(`<birthdate calendarType="GREGORIAN" ${attributes}/>`);
    assert.equal([row.dates, alarms], [expected, []]);
  });
}

test('names: weak by mark or by remark, joined from parts where the whole name is missing', () => {
  const { row } = only(
    '<nameAlias wholeName="B" strong="false"/><nameAlias firstName="C" lastName="D" strong="true"/>' +
      '<nameAlias wholeName="E" strong="true"><remark>Low quality a.k.a.</remark></nameAlias>' +
      '<nameAlias wholeName="" strong="true"/>',
  );
  assert.equal(row.names, [
    { name: 'ACME', kind: 'primary', weak: false },
    { name: 'B', kind: 'alias', weak: true },
    { name: 'C D', kind: 'alias', weak: false },
    { name: 'E', kind: 'alias', weak: true },
  ]);
});

test('wallets in remarks, of the entry and of its parts, and in numbers', () => {
  const { row } = only(
    '<remark>BTC address 1BoatSLRHtKNngkdXEeobR76b53LETtpyT</remark>' +
      '<identification number="0x1111111111111111111111111111111111111111" identificationTypeCode="other"/>',
  );
  assert.equal(
    row.wallets.map(({ ticker, address }) => `${ticker} ${address}`),
    [' 0x1111111111111111111111111111111111111111', 'BTC 1BoatSLRHtKNngkdXEeobR76b53LETtpyT'],
  );
});

const alarmed: readonly (readonly [string, string, string])[] = [
  [
    'an element',
    '<vessel/>',
    'list.xml holds "sanctionEntity/vessel", which is not known of this list; it is not read.',
  ],
  [
    'an attribute',
    '<citizenship countryIso2Code="DE" planet="Earth"/>',
    'list.xml holds "sanctionEntity/citizenship/@planet", which is not known of this list; it is not read.',
  ],
  [
    'a country',
    '<citizenship countryIso2Code="QX" countryDescription="ATLANTIS"/>',
    '"ATLANTIS", in entry EU.1.1, is no country of the table.',
  ],
  [
    'a country without a name',
    '<citizenship countryIso2Code="QX"/>',
    '"QX", in entry EU.1.1, is no country of the table.',
  ],
  [
    'an identification',
    '<identification number="1" identificationTypeCode="dna"/>',
    '"dna" is a kind of identification not seen before.',
  ],
  [
    'a contact',
    '<address><contactInfo key="PIGEON" value="x"/></address>',
    '"PIGEON" is a kind of contact not seen before.',
  ],
  [
    'a calendar',
    '<birthdate calendarType="MAYA" year="1300"/>',
    'Entry EU.1.1 has a date of birth of the calendar "MAYA".',
  ],
  [
    'a date',
    '<birthdate calendarType="GREGORIAN" birthdate="12.12.1965"/>',
    'Entry EU.1.1 states "12.12.1965", which is no date.',
  ],
  ['a strength', '<nameAlias wholeName="B" strong="maybe"/>', 'Entry EU.1.1 has a name that is strong: "maybe".'],
];
for (const [name, content, alarm] of alarmed) {
  test(`unknown: ${name} is an alarm`, () => assert.equal(only(content).alarms, [alarm]));
}

test('an unknown type and an unknown namespace are alarms; the entry is read', () => {
  const { row, alarms } = only('', 'robot');
  assert.equal([row.entityType, alarms], ['unknown', ['Entry EU.1.1 is of the type "robot", not seen before.']]);
  const other = readList(
    feed,
    xmlFile(`<export xmlns="urn:new" generationDate="2026-01-01T00:00:00Z">${entity('')}</export>`),
  );
  assert.equal([other.rows.length, other.alarms], [1, ['list.xml is in the namespace "urn:new", not seen before.']]);
});

test('an entry without a reference number has its logical id', () => {
  const bare = entity('').replace('euReferenceNumber="EU.1.1"', 'euReferenceNumber=""');
  assert.equal(
    readList(feed, listOf(bare)).rows.map(({ entryId }) => entryId),
    ['7'],
  );
  assert.match(reasonOf(feed, listOf(bare.replace('logicalId="7"', ''))), /without an id/);
});

test('the CSV twin is refused with its first words', () => {
  const csv = xmlFile('\ufefffileGenerationDate;Entity_LogicalId;Entity_EU_ReferenceNumber\n', 'full.csv');
  assert.is(
    reasonOf(feed, csv),
    'full.csv is not XML: it begins with "fileGenerationDate;Entity_LogicalId;Entity_EU_ReferenceNumbe…".',
  );
});

test.run();
