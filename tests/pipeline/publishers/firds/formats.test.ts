import { gzipSync } from 'node:zlib';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { ParsedRow } from '../../../../pipeline/ingest/feed.ts';
import { reduceInstruments } from '../../../../pipeline/publishers/firds/reduce-instruments.ts';
import { feed } from '../../../../pipeline/publishers/registers/firds/feed.ts';
import { zipOf } from '../../../support/zip.ts';
import { inPieces } from '../gleif/files.ts';
import { accepted, deltaXml, fixture, fullXml, nameOf, read, realDelta, reasonOf } from './files.ts';

const all = { kind: 'all' } as const;
const bond = 'DE000A1R07V3';
const bill = 'DE0001030294';
/** Cells in the order of the feed's columns. */
const cellsOf = ({ columns }: ParsedRow): readonly string[] => feed.columns.map(({ name }) => columns[name] ?? '?');
const bare = { [nameOf('FULINS_D', '2021-01-16')]: fullXml('2021-01-16', { isin: 'XS0000000009' }) };

/** Issuer, CFI code, currency, maturity, relevant venue and end of trading, read from the delta by hand. */
const labels: Readonly<Record<string, readonly string[]>> = {
  AT0000A13EB8: ['PQOH26KWDF7CG10L6792', 'DBFUFB', 'EUR', '2021-01-20', 'FRAB', '2021-01-18'],
  DE0001030294: ['529900AQBND3S6YJLY83', 'DYZTXB', 'EUR', '2021-01-20', 'SSOB', '2021-01-18'],
  DE000A1R07V3: ['549300GDPG70E3MBBU98', 'DBFTFB', 'EUR', '2021-01-15', 'MANL', ''],
  FR0126654542: ['969500GDYGB7Y20PP765', 'DYXXXX', 'EUR', '2022-04-14', 'XPAR', '2022-04-12'],
  FR0126654740: ['969500GDYGB7Y20PP765', 'DYXXXX', 'EUR', '2021-03-15', 'XPAR', '2021-03-11'],
  NO0010883416: ['549300IEUH2FEM2Y6B51', 'ESVUFR', 'EUR', '', 'XOSL', ''],
  SE0015221668: ['549300LFKG8IN3036F88', 'ESNUFR', 'SEK', '', 'XPOS', ''],
  US912828PP91: ['254900HROIFWPRGM1V77', 'DBFTFR', 'USD', '2021-01-15', 'BERB', '2021-01-12'],
};

test('the real delta: the record of the relevant venue speaks; without one, nothing is stated', async () => {
  const parsed = await accepted({ ...bare, [realDelta]: fixture(realDelta) });
  const rows = parsed.rows.filter(({ file }) => file === realDelta).map(cellsOf);
  assert.equal(Object.fromEntries(rows.map(([isin = '', ...cells]) => [isin, cells])), labels);
  assert.equal(parsed.alarms, []);
  assert.is(parsed.published, '2021-01-17T01:17:07.027Z');
  assert.is(parsed.extent?.records, 1, 'the full files alone measure the source');
});

test('every column has a meaning', async () => {
  const { rows } = await accepted({ ...bare, [realDelta]: fixture(realDelta) });
  for (const { columns } of rows) {
    assert.equal(Object.keys(columns).sort(), feed.columns.map(({ name }) => name).sort());
  }
});

test('only requested instruments are read, packed or not, in pieces of any size', async () => {
  const bytes = fixture(realDelta);
  const wanted = { kind: 'followed', ids: [bond] } as const;
  const whole = await reduceInstruments(inPieces(bytes), wanted);
  const { rows, extent } = JSON.parse(whole.toString('utf8')) as Record<string, unknown> & { extent: unknown };
  assert.is((rows as readonly unknown[]).length, 1);
  assert.equal(extent, { records: 85, covered: [bond] });
  for (const packed of [bytes, gzipSync(bytes), zipOf({ name: '../../etc/passwd', bytes })]) {
    for (const size of [97, 4_096]) {
      assert.ok(whole.equals(await reduceInstruments(inPieces(packed, size), wanted)), `${size}`);
    }
  }
});

test('a delta is applied to the full files: new, modified, terminated and cancelled records, in order of days', async () => {
  const day = (date: number): string => `2026-01-${date}`;
  const files = {
    // Given out of order: the days count.
    [nameOf('DLTINS', day(19))]: deltaXml(day(19), ['ModfdRcrd', { isin: bond, maturity: '2028-01-15' }]),
    [nameOf('DLTINS', day(18))]: deltaXml(
      day(18),
      ['ModfdRcrd', { isin: bond, maturity: '2027-06-15' }],
      ['TermntdRcrd', { isin: bill, ends: '2026-01-16T00:00:00Z' }],
      ['NewRcrd', { isin: 'FR0126654542', issuer: '969500GDYGB7Y20PP765' }],
      ['CancRcrd', { isin: 'FR0126654740' }],
    ),
    [nameOf('FULINS_D', day(17))]: fullXml(day(17), { isin: bond }, { isin: bill }, { isin: 'FR0126654740' }),
  };
  const parsed = await accepted(files);
  const rows = parsed.rows.map((row) => {
    const [isin, , , , maturity, , ends] = cellsOf(row);
    return [isin, maturity, ends, row.isDeleted === true];
  });
  assert.equal(rows, [
    [bill, '2027-01-15', '2026-01-16', false],
    [bond, '2028-01-15', '', false],
    ['FR0126654542', '2027-01-15', '', false],
    ['FR0126654740', '2027-01-15', '', true],
  ]);
});

test('a record of another venue is ignored, also if it is terminated or cancelled', async () => {
  const files = {
    [nameOf('FULINS_D', '2026-01-17')]: fullXml(
      '2026-01-17',
      { isin: bond, venue: 'XEUB', relevant: 'MANL', maturity: '2001-01-01' },
      { isin: bond },
    ),
    [nameOf('DLTINS', '2026-01-18')]: deltaXml(
      '2026-01-18',
      ['TermntdRcrd', { isin: bond, venue: 'XEUB', relevant: 'MANL', ends: '2026-01-17T00:00:00Z' }],
      ['CancRcrd', { isin: bond, venue: 'XGRM', relevant: 'MANL' }],
    ),
  };
  const { rows } = await accepted(files);
  assert.equal(
    rows.map((row) => [...cellsOf(row).slice(4), row.isDeleted]),
    [['2027-01-15', 'MANL', '', undefined]],
  );
});

test('an invalid issuer, unknown elements and unknown kinds of records are alarms', async () => {
  const name = nameOf('DLTINS', '2026-01-18');
  const day = '2026-01-18';
  const delta = deltaXml(day, ['NewRcrd', { isin: bond, issuer: 'NOT AN LEI' }], ['NewRcrd', { isin: bill }])
    .replace('</Issr>', '</Issr><Novelty/>')
    .replace(/<NewRcrd>(?=<FinInstrmGnlAttrbts><Id>DE0001030294)/, '<OddRcrd>')
    .replace(
      /<\/NewRcrd><\/FinInstrm>\s*<\/FinInstrmRptgRefDataDltaRpt>/,
      '</OddRcrd></FinInstrm></FinInstrmRptgRefDataDltaRpt>',
    );
  const parsed = await accepted({
    [nameOf('FULINS_D', '2026-01-17')]: fullXml('2026-01-17', { isin: 'XS1' }),
    [name]: delta,
  });
  assert.equal(parsed.alarms, [
    `${name}: The element "NewRcrd.Novelty" is not known; it is not read.`,
    `${name}: The issuer of ${bond} is "NOT AN LEI", which is no valid LEI.`,
    `${name}: A record of a delta holds "OddRcrd"; it is not read.`,
  ]);
});

test('the instruments that differ between two full files are found, whatever their venues', async () => {
  const before = fullXml('2026-01-10', { isin: bond }, { isin: bill }, { isin: 'FR0126654740' });
  const after = fullXml('2026-01-17', { isin: bill }, { isin: bond, maturity: '2028-01-15' }, { isin: 'FR0126654542' });
  const differing = await feed.differing?.(inPieces(before), inPieces(after));
  assert.equal(differing, [bond, 'FR0126654542', 'FR0126654740']);
});

const full = (day: string): string => fullXml(day, { isin: bond });
const delta = (day: string): string => deltaXml(day, ['NewRcrd', { isin: bond }]);
const refused: readonly (readonly [string, Parameters<typeof read>[0], RegExp])[] = [
  ['a delta alone', { [realDelta]: fixture(realDelta) }, /has no full file \(FULINS\): a delta alone/],
  ['another name', { 'full.xml': full('2026-01-17') }, /full\.xml is not named as ESMA names its files/],
  [
    'full files of two days',
    { [nameOf('FULINS_D', '2026-01-10')]: full('2026-01-10'), [nameOf('FULINS_E', '2026-01-17')]: full('2026-01-17') },
    /full files of several days: 2026-01-10, 2026-01-17/,
  ],
  [
    'a part that is missing',
    {
      [nameOf('FULINS_D', '2026-01-17', 1, 3)]: full('2026-01-17'),
      [nameOf('FULINS_D', '2026-01-17', 3, 3)]: full('2026-01-17'),
    },
    /lacks FULINS_D of 2026-01-17, part 2 of 3\./,
  ],
  [
    'a delta before the full files',
    { [nameOf('FULINS_D', '2026-01-17')]: full('2026-01-17'), [nameOf('DLTINS', '2026-01-16')]: delta('2026-01-16') },
    /DLTINS_20260116_01of01\.xml is older than the full files, which are of 2026-01-17/,
  ],
  [
    'a delta under the name of a full file',
    { [nameOf('FULINS_D', '2026-01-17')]: delta('2026-01-17') },
    /FULINS_D_20260117_01of01\.xml is no full file by its content/,
  ],
];

for (const [title, files, reason] of refused) {
  test(`refused: ${title}`, async () => {
    assert.match(await reasonOf(files), reason);
  });
}

test('the whole source is the same snapshot for the same bytes', async () => {
  assert.equal(await read(bare, all, 11), await read(bare, all));
});

test.run();
