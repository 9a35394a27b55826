import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { diffSnapshots } from '../../../pipeline/ingest/diff-snapshots.ts';
import type { ParsedEntry } from '../../../pipeline/ingest/feed.ts';
import { feed } from '../../../pipeline/publishers/sanctions/un-sc/feed.ts';
import { fixtureFile, readList, reasonOf, xmlFile } from '../../support/xml-lists.ts';

const old = fixtureFile('un-sc', 'consolidated-2025-04-19.xml.gz');
const now = fixtureFile('un-sc', 'consolidated-2026-02-27.xml.gz');
const sample = fixtureFile('un-sc', 'consolidated.sample-2024-10.xml');

const individual = (content: string, id = 'QDi.001'): string =>
  `<INDIVIDUAL><DATAID>1</DATAID><VERSIONNUM>1</VERSIONNUM><FIRST_NAME>A</FIRST_NAME><UN_LIST_TYPE>DRC</UN_LIST_TYPE>` +
  `<REFERENCE_NUMBER>${id}</REFERENCE_NUMBER><LISTED_ON>2012-12-31</LISTED_ON>${content}</INDIVIDUAL>`;
const listOf = (individuals: string, entities = '') =>
  xmlFile(
    `<CONSOLIDATED_LIST dateGenerated="2026-01-01T00:00:00Z"><INDIVIDUALS>${individuals}</INDIVIDUALS>` +
      `<ENTITIES>${entities}</ENTITIES></CONSOLIDATED_LIST>`,
  );
const only = (content: string): { readonly row: ParsedEntry; readonly alarms: readonly string[] } => {
  const { rows, alarms } = readList(feed, listOf(individual(content)));
  const [row] = rows;
  if (row === undefined) throw new Error('there is no entry');
  return { row, alarms };
};

test('golden: 877 entries, then 1,003: 130 added, 4 removed, none amended by another serialisation', () => {
  const diff = diffSnapshots(feed, [old], [now]);
  assert.ok(diff.ok);
  const { added, removed, changed, rows } = diff.counts;
  assert.equal({ added, removed, rows }, { added: 130, removed: 4, rows: { old: 877, new: 1003 } });
  // Each of the three has other facts than before: a new alias, two new countries. A name damaged at the source stays.
  assert.equal(
    diff.events.filter(({ kind }) => kind === 'changed').map(({ row, fields }) => [row, Object.keys(fields).join()]),
    [
      ['IQi.085', 'names'],
      ['QDi.057', 'countries'],
      ['QDi.372', 'countries'],
    ],
  );
  assert.is(changed, 3);
  assert.equal(diff.alarms, [
    '"محمد الل\ufffd\ufffd مطيع", in entry TAi.068, lost characters at the source.',
    '"محمد الل\ufffd\ufffd مطيع", in entry TAi.068, stands for "محمد الله مطيع": letters were damaged at the source; the earlier name stays.',
  ]);
});

test('the real lists have no unknown parts', () => {
  const { rows, alarms } = readList(feed, old);
  assert.equal(alarms, []);
  assert.is(rows.filter(({ entityType }) => entityType === 'person').length, 684);
  assert.is(rows.filter(({ entityType }) => entityType === 'organisation').length, 193);
  assert.is(new Set(rows.map(({ entryId }) => entryId)).size, 877);
  assert.ok(rows.every(({ listedOn }) => /^\d{4}-\d{2}-\d{2}$/.test(listedOn ?? '')));
  assert.equal(
    rows
      .flatMap(({ entryId, identifiers }) => identifiers.map(({ kind, value }) => `${entryId} ${kind} ${value}`))
      .sort(),
    [
      'KPe.023 bic DCBKKPPY',
      'KPe.033 bic KUDBKPPY',
      'KPe.034 bic ILSIKPPY',
      'KPe.035 bic KDBKKPPY',
      'KPe.047 bic FTBDKPPY',
    ],
    'of the comments',
  );
  assert.equal(
    rows.flatMap(({ wallets }) => wallets),
    [],
  );
});

test('an individual: names, nationality, dates and date of listing, but no documents and no addresses', () => {
  const entry = readList(feed, old).rows.find(({ entryId }) => entryId === 'TAi.005');
  assert.equal(entry, {
    entryId: 'TAi.005',
    entityType: 'person',
    names: [
      { name: 'MUHAMMAD TAHER ANWARI', kind: 'primary', weak: false },
      { name: 'Haji Mudir', kind: 'alias', weak: true },
      { name: 'Mohammad Taher Anwari', kind: 'alias', weak: false },
      { name: 'Mohammad Tahre Anwari', kind: 'alias', weak: false },
      { name: 'Muhammad Tahir Anwari', kind: 'alias', weak: false },
      { name: 'محمد طاهر أنوري', kind: 'alias', weak: false },
    ],
    wallets: [],
    identifiers: [],
    countries: ['AF'],
    programs: ['Taliban'],
    dates: ['1961'],
    listedOn: '2001-02-23',
    relations: [],
    file: 'consolidated-2025-04-19.xml',
  });
});

test('an entity: former names have the kind previous', () => {
  const entry = readList(feed, old).rows.find(({ entryId }) => entryId === 'KPe.029');
  assert.ok(entry);
  assert.equal(entry.names, [
    { name: 'NATIONAL AEROSPACE TECHNOLOGY ADMINISTRATION', kind: 'primary', weak: false },
    { name: 'NADA', kind: 'previous', weak: false },
    { name: 'NATA', kind: 'alias', weak: false },
    { name: 'NATIONAL AEROSPACE DEVELOPMENT ADMINISTRATION', kind: 'previous', weak: false },
  ]);
  assert.equal([entry.entityType, entry.countries, entry.listedOn], ['organisation', ['KP'], '2016-03-02']);
});

test('the small sample', () => assert.is(readList(feed, sample).rows.length, 7));

test('aliases separated by semicolons are several, those in brackets are not', () => {
  const alias = (name: string): string =>
    `<INDIVIDUAL_ALIAS><QUALITY>Good</QUALITY><ALIAS_NAME>${name}</ALIAS_NAME></INDIVIDUAL_ALIAS>`;
  const { row } = only(alias('B; C ;') + alias('D (E; F)') + alias('') + alias(') G; H'));
  assert.equal(
    row.names.map(({ name }) => name),
    ['A', ') G; H', 'B', 'C', 'D (E; F)'],
  );
});

test('dates: exact, of a year, between years, with an offset', () => {
  const birth = (content: string): string => `<INDIVIDUAL_DATE_OF_BIRTH>${content}</INDIVIDUAL_DATE_OF_BIRTH>`;
  const { row, alarms } = only(
    birth('<TYPE_OF_DATE>EXACT</TYPE_OF_DATE><DATE>1959-09-24</DATE>') +
      birth('<TYPE_OF_DATE>BETWEEN</TYPE_OF_DATE><FROM_YEAR>1963</FROM_YEAR><TO_YEAR>1968</TO_YEAR>') +
      birth('<TYPE_OF_DATE>APPROXIMATELY</TYPE_OF_DATE><YEAR>1961</YEAR>') +
      birth('<DATE>1960-01-02-04:00</DATE>') +
      birth('<DATE>24 Sep 1959</DATE><YEAR>61</YEAR>'),
  );
  assert.equal(row.dates, ['1959-09-24', '1960-01-02', '1961', '1963', '1968']);
  assert.equal(alarms, [
    'Entry QDi.001 states "24 Sep 1959", which is no date.',
    'Entry QDi.001 states "61", which is no date.',
  ]);
});

test('a wallet in the comments is found', () => {
  const { row } = only(
    '<COMMENTS1>Uses Digital Currency Address - ETH 0x1111111111111111111111111111111111111111; or a bank.</COMMENTS1>',
  );
  assert.equal(row.wallets, [
    {
      ticker: 'ETH',
      address: '0x1111111111111111111111111111111111111111',
      payload: 'evm:1111111111111111111111111111111111111111',
    },
  ]);
});

const alarmed: readonly (readonly [string, string, string])[] = [
  [
    'an element',
    '<HEIGHT>1</HEIGHT>',
    'list.xml holds "INDIVIDUALS/INDIVIDUAL/HEIGHT", which is not known of this list; it is not read.',
  ],
  [
    'an element inside',
    '<INDIVIDUAL_ADDRESS><COUNTRY/><PLANET>1</PLANET></INDIVIDUAL_ADDRESS>',
    'list.xml holds "INDIVIDUALS/INDIVIDUAL/INDIVIDUAL_ADDRESS/PLANET", which is not known of this list; it is not read.',
  ],
  [
    'an attribute',
    '<COMMENTS1 lang="en">x</COMMENTS1>',
    'list.xml holds "INDIVIDUALS/INDIVIDUAL/COMMENTS1/@lang", which is not known of this list; it is not read.',
  ],
  [
    'a country',
    '<NATIONALITY><VALUE>Atlantis</VALUE></NATIONALITY>',
    '"Atlantis", in entry QDi.001, is no country of the table.',
  ],
  [
    'a quality',
    '<INDIVIDUAL_ALIAS><QUALITY>Best</QUALITY><ALIAS_NAME>B</ALIAS_NAME></INDIVIDUAL_ALIAS>',
    'Entry QDi.001 has an alias of the quality "Best"; it is read as good.',
  ],
  [
    'a type of date',
    '<INDIVIDUAL_DATE_OF_BIRTH><TYPE_OF_DATE>ROUGHLY</TYPE_OF_DATE></INDIVIDUAL_DATE_OF_BIRTH>',
    'Entry QDi.001 has a date of birth of the type "ROUGHLY".',
  ],
  [
    'a date of delisting',
    '<DELISTED_ON>2026-01-01</DELISTED_ON>',
    'Entry QDi.001 is on the list with a date of its delisting.',
  ],
];
for (const [name, content, alarm] of alarmed) {
  test(`unknown: ${name} is an alarm`, () => assert.equal(only(content).alarms, [alarm]));
}

test('alarms stay few, however many there are', () => {
  const { alarms } = readList(
    feed,
    listOf(Array.from({ length: 500 }, (_, at) => individual(`<NEW${at}/>`, `QDi.${at}`)).join('')),
  );
  assert.is(alarms.length, 21);
  assert.is(alarms.at(-1), 'And 480 more unknown elements.');
});

test('an entry without an id refuses the file; two with one id are one entry', () => {
  assert.match(reasonOf(feed, listOf(individual('', ''))), /^list\.xml line 1 ends a <INDIVIDUAL> without an id\.$/);
  assert.match(reasonOf(feed, listOf(individual('', 'Q'.repeat(2000)))), /whose id is none/);
  const alias = '<INDIVIDUAL_ALIAS><QUALITY>Low</QUALITY><ALIAS_NAME>B</ALIAS_NAME></INDIVIDUAL_ALIAS>';
  const { rows, alarms } = readList(feed, listOf(individual('') + individual(alias)));
  assert.equal(
    rows.map(({ names }) => names.map(({ name }) => name)),
    [['A', 'B']],
  );
  assert.equal(alarms, ['Entry QDi.001 is there again on line 1; both are read as one.']);
});

test('an empty list is valid; two files are refused', () => {
  assert.equal(readList(feed, listOf('')).rows, []);
  const two = feed.parse([old, now]);
  assert.is(two.ok ? '' : two.reason, 'The list is one file; 2 were given.');
  const none = feed.parse([]);
  assert.is(none.ok ? '' : none.reason, 'The snapshot holds no file.');
});

test.run();
