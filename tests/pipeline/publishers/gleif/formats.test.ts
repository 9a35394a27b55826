import fc from 'fast-check';
import { gzipSync } from 'node:zlib';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { leiColumns } from '../../../../pipeline/publishers/gleif/lei-records.ts';
import { relationshipColumns } from '../../../../pipeline/registers/gleif-columns.ts';
import { zipOf } from '../../../support/zip.ts';
import {
  accepted,
  fixture,
  type GleifFeed,
  gleif,
  leiLike,
  leiRecord,
  leiXml,
  reasonOf,
  reduced,
  inPieces,
  relationship,
  rowsOf,
  rrXml,
} from './files.ts';
import { runsOf } from '../../../support/runs.ts';

const samples: readonly (readonly [GleifFeed, string, number])[] = [
  ['gleif-lei', 'lei-data', 13],
  ['gleif-rr', 'rr-data', 10],
  ['gleif-exceptions', 'repex-data', 10],
];

for (const [feed, name, count] of samples) {
  test(`${feed}: XML and JSON of the same records are the same rows`, async () => {
    const xml = await rowsOf(feed, fixture(feed, `${name}.xml`));
    assert.is(xml.length, count);
    assert.equal(xml, await rowsOf(feed, fixture(feed, `${name}.json`)));
  });

  test(`${feed}: GLEIF's own JSON, texts as {"$": …} below a named list`, async () => {
    const plain = JSON.parse(fixture(feed, `${name}.json`).toString('utf8')) as readonly unknown[];
    const records = plain.map((record) =>
      feed === 'gleif-rr' ? { RelationshipRecord: badgerfish(record) } : badgerfish(record),
    );
    const list = { 'gleif-lei': 'records', 'gleif-rr': 'relations', 'gleif-exceptions': 'exceptions' }[feed];
    const text = JSON.stringify({ [list]: records });
    assert.equal(await rowsOf(feed, text), await rowsOf(feed, fixture(feed, `${name}.xml`)));
  });

  test(`${feed}: CSV with dotted columns`, async () => {
    const rows = await rowsOf(feed, fixture(feed, `${name}.xml`));
    assert.equal(await rowsOf(feed, csvOf(feed, rows)), rows);
  });

  test(`${feed}: packed or not, in pieces of any size, the result is the same bytes`, async () => {
    const bytes = fixture(feed, `${name}.xml`);
    const whole = await reduced(feed, inPieces(bytes));
    for (const packed of [gzipSync(bytes), zipOf({ name: '../../../etc/passwd', bytes })]) {
      assert.ok(whole.equals(await reduced(feed, inPieces(packed, 777))));
    }
    const csv = Buffer.from(csvOf(feed, await rowsOf(feed, bytes)));
    const json = fixture(feed, `${name}.json`);
    for (const file of [bytes, csv, json]) {
      const expected = await reduced(feed, inPieces(file));
      for (const size of [1, 7, 997]) assert.ok(expected.equals(await reduced(feed, inPieces(file, size))), `${size}`);
    }
  });

  test(`${feed}: every column has a meaning, and the key is unique per row`, async () => {
    const { columns, key = [] } = gleif[feed];
    const rows = await rowsOf(feed, fixture(feed, `${name}.xml`));
    for (const row of rows) assert.equal(Object.keys(row).sort(), columns.map((column) => column.name).sort());
    assert.is(new Set(rows.map((row) => key.map((column) => row[column]).join(' '))).size, rows.length);
  });
}

/** Converts texts to the form of GLEIF's JSON. */
function badgerfish(value: unknown): unknown {
  if (typeof value === 'string') return { $: value };
  if (Array.isArray(value)) return value.map(badgerfish);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]): [string, unknown] => {
      if (key === 'OtherEntityNames')
        return [key, { OtherEntityName: (member as readonly Record<string, string>[]).map(otherName) }];
      if (key === 'RelationshipPeriods') return [key, { RelationshipPeriod: badgerfish(member) }];
      return [key, badgerfish(member)];
    }),
  );
}

const otherName = ({ type, OtherEntityName }: Record<string, string>): unknown => ({
  '@xml:lang': 'en',
  '@type': type,
  $: OtherEntityName,
});

/** The rows in the form of GLEIF's CSV: lists in numbered columns, other names for some. */
function csvOf(feed: GleifFeed, rows: readonly Readonly<Record<string, string>>[]): string {
  const records = rows.map((row) => cellsOf(feed, row));
  const header = [...new Set(records.flatMap((cells) => Object.keys(cells)))];
  const line = (cells: readonly string[]): string => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',');
  return [line(header), ...records.map((cells) => line(header.map((name) => cells[name] ?? '')))].join('\r\n');
}

function cellsOf(feed: GleifFeed, row: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const names = 'Entity.OtherEntityNames.OtherEntityName';
  if (feed === 'gleif-exceptions') {
    return {
      LEI: row['LEI'] ?? '',
      'Exception.Category': row['ExceptionCategory'] ?? '',
      'Exception.Reason.1': row['ExceptionReason'] ?? '',
      'Exception.Reference.1': 'A. Person',
    };
  }
  if (feed === 'gleif-rr') {
    const { startDate, endDate, ...kept } = relationshipColumns;
    return {
      ...Object.fromEntries(Object.values(kept).map((name) => [name, row[name] ?? ''])),
      'Relationship.StartNode.NodeIDType': 'LEI',
      'Relationship.EndNode.NodeIDType': 'LEI',
      'Relationship.Period.1.startDate': '1999-01-01',
      'Relationship.Period.1.periodType': 'ACCOUNTING_PERIOD',
      'Relationship.Period.2.startDate': row[startDate] ?? '',
      'Relationship.Period.2.endDate': row[endDate] ?? '',
      'Relationship.Period.2.periodType': 'RELATIONSHIP_PERIOD',
    };
  }
  const { previousNames, tradingNames, otherLanguageNames, legalForm, successor, ...kept } = leiColumns;
  const named = [
    [previousNames, 'PREVIOUS_LEGAL_NAME'],
    [tradingNames, 'TRADING_OR_OPERATING_NAME'],
    [otherLanguageNames, 'ALTERNATIVE_LANGUAGE_LEGAL_NAME'],
  ].flatMap(([column = '', type = '']) =>
    (row[column] ?? '')
      .split(' | ')
      .filter((name) => name !== '')
      .map((name) => ({ name, type })),
  );
  const [form = '', ...words] = (row[legalForm] ?? '').split(' ');
  return {
    ...Object.fromEntries(Object.values(kept).map((name) => [name, row[name] ?? ''])),
    'Entity.LegalName.xmllang': 'en',
    ...Object.fromEntries(
      named.flatMap(({ name, type }, index) => [
        [`${names}.${index + 1}`, name],
        [`${names}.${index + 1}.type`, type],
      ]),
    ),
    'Entity.LegalForm.EntityLegalFormCode': form,
    'Entity.LegalForm.OtherLegalForm': words.join(' '),
    'Entity.SuccessorEntity.1.SuccessorLEI': row[successor] ?? '',
    ConformityFlag: 'CONFORMING',
  };
}

const a = leiLike('AAAA');
const all = { kind: 'all' } as const;

test('an LEI record: names by type, several successors, form in words, dates as days', async () => {
  const more = [
    '<lei:OtherEntityNames><lei:OtherEntityName type="PREVIOUS_LEGAL_NAME">Old &amp; Co</lei:OtherEntityName>',
    '<lei:OtherEntityName type="PREVIOUS_LEGAL_NAME">  Oldest\n name </lei:OtherEntityName>',
    '<lei:OtherEntityName type="TRADING_OR_OPERATING_NAME"><![CDATA[<Shop>]]></lei:OtherEntityName></lei:OtherEntityNames>',
    '<lei:LegalForm><lei:EntityLegalFormCode>8888</lei:EntityLegalFormCode><lei:OtherLegalForm>Trust</lei:OtherLegalForm></lei:LegalForm>',
    `<lei:SuccessorEntity><lei:SuccessorLEI>${leiLike('BBBB')}</lei:SuccessorLEI><lei:SuccessorEntityName>Next SA</lei:SuccessorEntityName></lei:SuccessorEntity>`,
    '<lei:SuccessorEntity><lei:SuccessorEntityName>Another SA</lei:SuccessorEntityName></lei:SuccessorEntity>',
  ].join('');
  const [row] = await rowsOf('gleif-lei', leiXml(leiRecord(a, more)));
  assert.is(row?.[leiColumns.previousNames], 'Old & Co | Oldest name');
  assert.is(row?.[leiColumns.tradingNames], '<Shop>');
  assert.is(row?.[leiColumns.legalForm], '8888 Trust');
  assert.is(row?.[leiColumns.successor], `${leiLike('BBBB')} Next SA | Another SA`);
  assert.is(row?.[leiColumns.lastUpdate], '2026-01-01');
});

test('any prefix or none, single quotes, a tag broken over lines, > in an attribute, comments with tags', async () => {
  const plain = leiXml(
    leiRecord(
      a,
      '<lei:OtherEntityNames><lei:OtherEntityName type="PREVIOUS_LEGAL_NAME">x</lei:OtherEntityName></lei:OtherEntityNames>',
    ),
  );
  const expected = await rowsOf('gleif-lei', plain);
  const variants = [
    plain.replaceAll('lei:', '').replace('xmlns:lei=', 'xmlns=').replace('xmlns:', ''),
    plain.replaceAll('lei:', 'x:').replace('xmlns:lei', 'xmlns:x'),
    plain.replaceAll('"', "'"),
    plain.replace('<lei:LEIRecord>', '<lei:LEIRecord\n  note="a > b"\n>'),
    plain.replace(
      '<lei:LEIRecord>',
      `<!-- <lei:LEIRecord><lei:LEI>${leiLike('ZZZZ')}</lei:LEI> --><lei:LEIRecord><!-- </lei:LEIRecord> -->`,
    ),
    plain.replace(
      '</lei:LEIRecord>',
      '<?pi </lei:LEIRecord> ?><lei:Extension><![CDATA[</lei:LEIRecord>]]></lei:Extension></lei:LEIRecord>',
    ),
    `\ufeff${plain}\n<!-- the end -->\n`,
  ];
  for (const [index, variant] of variants.entries()) {
    assert.equal(await rowsOf('gleif-lei', variant), expected, `variant ${index}`);
  }
});

test('an LEI that is not the record’s own does not select it', async () => {
  const other = leiLike('BBBB');
  const file = leiXml(
    leiRecord(a, `<lei:SuccessorEntity><lei:SuccessorLEI>${other}</lei:SuccessorLEI></lei:SuccessorEntity>`),
  );
  assert.equal(await rowsOf('gleif-lei', file, { kind: 'followed', ids: [other] }), []);
  assert.is((await rowsOf('gleif-lei', file, { kind: 'followed', ids: [a] })).length, 1);
});

test('unknown elements, codes and name types are alarms, twenty of a kind at most; the rows are read', async () => {
  const odd = Array.from({ length: 30 }, (_, index) =>
    leiRecord(leiLike(`A${index}A`), `<lei:Novelty${index}/>`, `NEW_${index}`),
  ).join('');
  const parsed = await accepted('gleif-lei', leiXml(odd));
  assert.is(parsed.rows.length, 30);
  const alarms = parsed.alarms;
  assert.is(alarms.filter((alarm) => /Novelty\d+" is not known; it is not read/.test(alarm)).length, 20);
  assert.ok(alarms.includes('And 10 more unknown elements.'), alarms.join('\n'));
  assert.ok(alarms.includes('Registration.RegistrationStatus has the code "NEW_0", which is not known.'));
  assert.ok(alarms.length <= 45);
});

test('header: a count that does not fit is an alarm, a delta or an issuer’s own file is refused', async () => {
  const counted = await accepted('gleif-lei', leiXml(leiRecord(a), '<lei:RecordCount>5</lei:RecordCount>'));
  assert.equal(counted.alarms, ['Its header announces 5 records; it has 1.']);
  for (const content of ['GLEIF_DELTA_PUBLISHED', 'LOU_FULL_PUBLISHED', 'QUERY_RESPONSE']) {
    const file = leiXml(leiRecord(a), `<lei:FileContent>${content}</lei:FileContent>`);
    assert.is(
      await reasonOf('gleif-lei', file),
      `file is ${content} by its header; only GLEIF_FULL_PUBLISHED holds all LEI records.`,
    );
  }
});

test('of two records with one key, the one in force wins, else the one edited last', async () => {
  const edited = (date: string, status: string): string => leiRecord(a, '', status).replace('2026-01-01', date);
  const parsed = await accepted('gleif-lei', leiXml(edited('2026-03-01', 'LAPSED') + edited('2026-02-01', 'ISSUED')));
  assert.is(parsed.rows.length, 1);
  assert.is(parsed.rows[0]?.columns[leiColumns.registrationStatus], 'LAPSED');
  assert.equal(parsed.alarms, [`The file has more than one record of ${a}.`]);
  const both = rrXml(relationship(a, leiLike('B')) + relationship(a, leiLike('B'), { status: 'INACTIVE' }));
  assert.is((await rowsOf('gleif-rr', both))[0]?.[relationshipColumns.status], 'ACTIVE');
});

test('a requested LEI that the LEI file lacks is an alarm; in relationships and exceptions it is not', async () => {
  const wanted = { kind: 'followed', ids: [a, leiLike('MISSING')] } as const;
  const parsed = await accepted('gleif-lei', leiXml(leiRecord(a)), wanted);
  assert.equal(parsed.alarms, [`The file has no record of the LEI ${leiLike('MISSING')}.`]);
  const relations = await accepted('gleif-rr', rrXml(relationship(a, leiLike('B'))), wanted);
  assert.equal(relations.alarms, []);
});

test('relationships are followed five hops, each LEI once, not through what is inactive or deleted', async () => {
  const chain = Array.from({ length: 8 }, (_, hop) => relationship(leiLike(`H${hop}`), leiLike(`H${hop + 1}`)));
  const back = relationship(leiLike('H3'), leiLike('H0'));
  const inactive = relationship(leiLike('H0'), leiLike('GONE'), { status: 'INACTIVE' });
  const deleted = relationship(leiLike('H0'), leiLike('DEAD'), {
    type: 'IS_SUBFUND_OF',
    after: '<rr:Extension><rr:Deletion/></rr:Extension>',
  });
  const beyond = relationship(leiLike('GONE'), leiLike('X')) + relationship(leiLike('DEAD'), leiLike('X'));
  const file = rrXml([...chain].reverse().join('') + back + inactive + deleted + beyond);
  const parsed = await accepted('gleif-rr', file, { kind: 'followed', ids: [leiLike('H0')] });
  const starts = [...new Set(parsed.rows.map(({ columns }) => columns[relationshipColumns.start]))].sort();
  assert.equal(starts, ['H0', 'H1', 'H2', 'H3', 'H4'].map(leiLike));
  assert.equal(parsed.extent?.covered, starts);
  assert.is(parsed.extent?.records, 13);
  assert.equal(
    parsed.rows.filter(({ isDeleted }) => isDeleted === true).map(({ columns }) => columns[relationshipColumns.end]),
    [leiLike('DEAD')],
  );
  const exactly = await accepted('gleif-rr', file, { kind: 'exactly', ids: [leiLike('H0')] });
  assert.is(exactly.rows.length, 3);
});

test('a relationship to an invalid LEI is an alarm', async () => {
  const file = rrXml(
    relationship(a, leiLike('B')).replace(
      '<rr:NodeIDType>LEI</rr:NodeIDType></rr:EndNode>',
      '<rr:NodeIDType>ISIN</rr:NodeIDType></rr:EndNode>',
    ),
  );
  const parsed = await accepted('gleif-rr', file);
  assert.equal(
    [parsed.rows.length, parsed.alarms],
    [0, [`A relationship of ${a} names a EndNode by ISIN; it is not read.`]],
  );
});

test('names of natural persons are not read', async () => {
  const bytes = fixture('gleif-exceptions', 'repex-updates-data2-new.xml');
  assert.match(bytes.toString('utf8'), 'Datenschutz!');
  assert.not.match((await reduced('gleif-exceptions', inPieces(bytes))).toString('utf8'), 'Datenschutz');
});

test('a reduction depends only on the bytes and on the requested LEIs', async () => {
  const bytes = fixture('gleif-lei', 'lei-data.xml');
  const leis = (await rowsOf('gleif-lei', bytes)).map((row) => row['LEI'] ?? '');
  const everything = await rowsOf('gleif-lei', bytes, all);
  await fc.assert(
    fc.asyncProperty(fc.subarray(leis), fc.integer({ min: 1, max: 5_000 }), async (chosen, size) => {
      const wanted = { kind: 'followed', ids: [...chosen].sort() } as const;
      const parsed = await accepted('gleif-lei', bytes, wanted, size);
      assert.equal(
        parsed.rows.map(({ columns }) => columns),
        everything.filter((row) => chosen.includes(row['LEI'] ?? '')),
      );
    }),
    { numRuns: runsOf(30) },
  );
});

test.run();
