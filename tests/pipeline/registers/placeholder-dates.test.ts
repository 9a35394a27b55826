import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { columnOf } from '../../../pipeline/registers/columns/columns.ts';
import { firdsColumns } from '../../../pipeline/registers/firds-columns.ts';
import { relationshipColumns } from '../../../pipeline/registers/gleif-columns.ts';
import { leiColumns } from '../../../pipeline/publishers/gleif/lei-records.ts';
import type { ColumnMeaning } from '../../../schemas/facts.ts';
import { leiOf } from '../../../bench/support/samples/lei-file.ts';
import { fullXml, nameOf, read } from '../publishers/firds/files.ts';
import { accepted, leiRecord, leiXml, relationship, rrXml } from '../publishers/gleif/files.ts';
import { csvOf, registerOf, rowsIn } from '../ingest/register-files.ts';
import { seriesOf } from '../ingest/harness.ts';

const dateColumns: readonly ColumnMeaning[] = [
  'authorisation_date',
  'authorisation_end',
  'white_paper_date',
  'decision_date',
  'last_update',
  'next_renewal',
];
const placeholders = [
  ...['None', 'NaN', 'NULL', 'NaT', 'nil', 'undefined', '#N/A', 'n.a.', 'N/D', '0', '00000000', '?', 'TBD', '--', '/'],
  ...['00/00/0000', '0000-00-00', '00.00.0000', '00/01/1900', '01/01/1900', '30/12/1899', '1904-01-01', '01/01/1970'],
  ...['0001-01-01', '1753-01-01', '31/12/9999', '9999-12-31', '31.12.2999', '31/12/2099', '9999-12-31T00:00:00Z'],
  ...[
    'unbefristet',
    'Illimité',
    'durée indéterminée',
    'indefinido',
    'onbepaalde tijd',
    'bezterminowo',
    'na dobu neurčitou',
  ],
  ...[
    'безсрочно',
    'αόριστη',
    'tills vidare',
    'toistaiseksi',
    'határozatlan',
    'unlimited',
    'Not applicable',
    'Open-ended',
  ],
];

for (const meaning of dateColumns) {
  test(`${meaning}: a placeholder is no date`, () => {
    const column = columnOf(meaning);
    for (const cell of placeholders) {
      assert.is(column.read(cell), null, cell);
      assert.is.not(column.difference('', cell), 'changed', cell);
    }
  });
}

test('a day far ahead ends no authorisation, and is a date elsewhere', () => {
  for (const cell of ['01/06/2100', '2150-01-01', '31/12/2199']) {
    assert.is(columnOf('authorisation_end').read(cell), null);
    assert.is.not(columnOf('decision_date').read(cell), null);
  }
  assert.is(columnOf('authorisation_end').read('31/12/2035')?.date, '2035-12-31');
  assert.is(columnOf('authorisation_end').read('27/01/2026 00:00:00')?.date, '2026-01-27');
  assert.is.not(columnOf('authorisation_end').read('withdrawn in March'), null, 'a text that means something stays');
});

for (const id of ['esma-casps', 'esma-emtwp', 'esma-other', 'esma-ncasp', 'esma-artzz']) {
  test(`${id}: a placeholder is an alarm`, () => {
    const feed = registerOf(id);
    const column = feed.columns.find(({ meaning }) => dateColumns.includes(meaning))?.name ?? '';
    const [row] = rowsIn('esma-casps', seriesOf('esma-casps')[0]?.file ?? { name: '', bytes: Buffer.from('') });
    const cells = { ...Object.fromEntries(feed.columns.map((one) => [one.name, row?.[one.name] ?? ''])) };
    const parsed = feed.parse([csvOf([{ ...cells, [column]: '31/12/9999' }], id)]);
    assert.ok(parsed.ok);
    assert.ok(parsed.alarms.some((alarm) => alarm.endsWith(`"31/12/9999" in ${column} stands for no date.`)));
  });
}

test('GLEIF: a relationship without end, and a record without renewal', async () => {
  const [a, b] = [leiOf(1), leiOf(2)];
  const period = (end: string): string =>
    `<rr:RelationshipPeriods><rr:RelationshipPeriod><rr:StartDate>1900-01-01T00:00:00Z</rr:StartDate><rr:EndDate>${end}</rr:EndDate><rr:PeriodType>RELATIONSHIP_PERIOD</rr:PeriodType></rr:RelationshipPeriod></rr:RelationshipPeriods></rr:Relationship>`;
  for (const [end, day] of [
    ['9999-12-31T00:00:00Z', ''],
    ['2099-12-31', ''],
    ['2030-06-01T00:00:00Z', '2030-06-01'],
  ] as const) {
    const xml = rrXml(relationship(a, b).replace('</rr:Relationship>', period(end)));
    const { rows, alarms } = await accepted('gleif-rr', xml);
    assert.is(rows[0]?.columns[relationshipColumns.endDate], day);
    assert.is(rows[0]?.columns[relationshipColumns.startDate], '');
    assert.is(alarms.length, day === '' ? 2 : 1);
  }
  const renewal = leiRecord(a).replace(
    '<lei:Registration>',
    '<lei:Registration><lei:NextRenewalDate>9999-12-31T00:00:00Z</lei:NextRenewalDate>',
  );
  const { rows, alarms } = await accepted('gleif-lei', leiXml(renewal));
  assert.is(rows[0]?.columns[leiColumns.nextRenewal], '');
  assert.equal(alarms, ['Registration.NextRenewalDate has "9999-12-31T00:00:00Z", which stands for no date.']);
});

test('FIRDS: the last year is no maturity and no end of trading; a bond may mature in 2099', async () => {
  for (const [stated, day] of [
    ['9999-12-31', ''],
    ['2099-12-31', '2099-12-31'],
    ['2117-04-20', '2117-04-20'],
  ] as const) {
    const file = fullXml('2026-01-03', { isin: 'DE000A1R07V3', maturity: stated, ends: `${stated}T23:59:59Z` });
    const parsed = await read({ [nameOf('FULINS_D', '2026-01-03')]: file });
    assert.ok(parsed.ok);
    assert.is(parsed.rows[0]?.columns[firdsColumns.maturity], day);
    assert.is(parsed.rows[0]?.columns[firdsColumns.ends], day);
  }
});

test.run();
