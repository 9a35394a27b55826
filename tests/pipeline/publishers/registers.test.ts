/** Cases for every register of ESMA; `esma-emtwp.test.ts` has those of the CSV reader. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { ParseResult, ParsedRow, RegisterFeed } from '../../../pipeline/ingest/feed.ts';
import { feeds } from '../../../pipeline/publishers/feeds.ts';
import { runsOf } from '../../support/runs.ts';

const fixtures = join(import.meta.dirname, '../../fixtures');

interface Real {
  readonly file: string;
  readonly rows: number;
  /** Number of alarms by their text after the cell. */
  readonly alarms: Readonly<Record<string, number>>;
}

const noLei = 'is no valid LEI';
const noDti = 'is no identifier of ISO 24165';
const noCountry = 'is no country code of ISO 3166-1';
const noState = 'is no state of the European Economic Area';
const otherLetter = 'is under another letter in MiCA, Article 3(1)(16); the words count';
const lost = 'lost characters at the source';

const casps2025 = { [lost]: 3, [noState]: 1, [otherLetter]: 5, [noLei]: 3 };
const registers: Readonly<Record<string, readonly Real[]>> = {
  'esma-artzz': [
    { file: 'ARTZZ-20260129.csv', rows: 0, alarms: {} },
    { file: 'ARTZZ-20260821.csv', rows: 0, alarms: {} },
  ],
  'esma-casps': [
    { file: 'CASPS-20251215.csv', rows: 119, alarms: casps2025 },
    { file: 'CASPS-20251223.csv', rows: 133, alarms: casps2025 },
    { file: 'CASPS-20260115.csv', rows: 142, alarms: casps2025 },
    { file: 'CASPS-20260123.csv', rows: 146, alarms: casps2025 },
    { file: 'CASPS-20260130.csv', rows: 148, alarms: casps2025 },
    { file: 'CASPS-20260209.csv', rows: 150, alarms: casps2025 },
    { file: 'CASPS-20260224.csv', rows: 156, alarms: casps2025 },
    { file: 'CASPS-20260310.csv', rows: 165, alarms: { ...casps2025, [noLei]: 4 } },
    { file: 'CASPS-20260817.csv', rows: 329, alarms: { [lost]: 1, [otherLetter]: 5, [noLei]: 10 } },
  ],
  'esma-emtwp': [
    { file: 'EMTWP-20260129.csv', rows: 31, alarms: {} },
    { file: 'EMTWP-20260130.csv', rows: 31, alarms: {} },
    { file: 'EMTWP-20260209.csv', rows: 33, alarms: {} },
    { file: 'EMTWP-20260821.csv', rows: 42, alarms: {} },
  ],
  'esma-ncasp': [{ file: 'NCASP-20260209.csv', rows: 101, alarms: {} }],
  'esma-other': [
    { file: 'OTHER-20260129.csv', rows: 694, alarms: { [noLei]: 3, [lost]: 1, [noCountry]: 1, [noDti]: 1 } },
    { file: 'OTHER-20260130.csv', rows: 704, alarms: { [noLei]: 3, [lost]: 1, [noCountry]: 1, [noDti]: 3 } },
  ],
};

const feedOf = (id: string): RegisterFeed => {
  const feed = feeds.get(id);
  if (feed?.kind !== 'register') throw new Error(`${id} is no register`);
  return feed;
};
const bytesOf = (id: string, file: string): Buffer => readFileSync(join(fixtures, id, file));
const parsedAs = (id: string, bytes: Buffer | string): ParseResult<ParsedRow> =>
  feedOf(id).parse([{ name: 'F.csv', bytes: Buffer.from(bytes as string) }]);

function rowsOf(id: string, bytes: Buffer | string) {
  const parsed = parsedAs(id, bytes);
  if (!parsed.ok) throw new Error(parsed.reason);
  return parsed;
}

/** Number of occurrences of each sentence, without place, cell and column. */
function kindsOf(alarms: readonly string[]): Record<string, number> {
  const kinds: Record<string, number> = {};
  for (const alarm of alarms) {
    const kind = alarm.replace(/^.*" in \w+ /, '').replace(/\.$/, '');
    kinds[kind] = (kinds[kind] ?? 0) + 1;
  }
  return kinds;
}

test('every ESMA register of the feed table has its files here', () => {
  const ids = [...feeds.keys()].filter((id) => id.startsWith('esma-')).sort();
  assert.equal(ids, Object.keys(registers));
  for (const id of ids) {
    const files = readdirSync(join(fixtures, id)).filter((name) => name.endsWith('.csv'));
    assert.equal(
      files.sort(),
      registers[id]?.map(({ file }) => file),
    );
  }
});

for (const [id, files] of Object.entries(registers)) {
  const feed = feedOf(id);
  const names = feed.columns.map(({ name }) => name);
  const last = files.at(-1)?.file ?? '';

  test(`${id}: manifest`, () => {
    assert.is(feed.manifest.id, id);
    assert.match(feed.manifest.files[0]?.url ?? '', /^https:\/\/www\.esma\.europa\.eu\/.*\/[A-Z]+\.csv$/);
    assert.match(feed.manifest.label, /^ESMA's register of /);
    assert.is(feed.polarity, id === 'esma-ncasp' ? 'non_compliant' : 'authorised');
    assert.is(new Set(feed.columns.map(({ label }) => label)).size, names.length, 'each column has another label');
  });

  for (const { file, rows, alarms } of files) {
    test(`${id}: real file ${file}`, () => {
      const parsed = rowsOf(id, bytesOf(id, file));
      assert.is(parsed.rows.length, rows);
      assert.ok(rows >= feed.manifest.minimumRows);
      assert.equal(kindsOf(parsed.alarms), alarms);
      for (const { columns } of parsed.rows) assert.equal(Object.keys(columns), names);
    });
  }

  const text = bytesOf(id, last)
    .toString('utf8')
    .replace(/^\ufeff/, '');
  const header = text.slice(0, text.indexOf('\n')).trimEnd();
  const blank = names.map(() => '');
  const row = (cells: readonly string[]): string => `${cells.join(',')}\n`;
  const plainHeader = `${names.join(',')}\n`;
  const hostile: readonly (readonly [string, Buffer | string, RegExp])[] = [
    ['empty', '', /is empty/],
    ['an HTML page', `<!DOCTYPE html>\n<html>${text}`, /is an HTML or XML page, not CSV/],
    ['UTF-16', Buffer.from(`\ufeff${text}`, 'utf16le'), /is UTF-16/],
    ['Windows-1252', Buffer.from(`${text}\nSociété`, 'latin1'), /is not UTF-8: byte 0x/],
    ['compressed', gzipSync(text), /is compressed with gzip/],
    [
      'a column renamed',
      text.replace('ae_lei_name', 'ae_name'),
      /lacks the column ae_lei_name\. It has ae_name instead/,
    ],
    ['a column dropped', text.replace(/ae_lei,/, ''), /lacks the column ae_lei\./],
    ['the header twice in one line', `${header},${header}\n`, /has the columns .* twice/],
    ['another register', 'a,b,c\n1,2,3\n', /does not start with the register's header line/],
    ['thousands of lines without a header', 'a\n'.repeat(5_000), /does not start with the register's header line/],
    [
      'a cell of more than 64 KiB',
      plainHeader + row(['x'.repeat(66_000), ...blank.slice(1)]),
      /line 2: the cell ae_competentAuthority is longer than 64 KiB/,
    ],
    ['a quote that is never closed', `${plainHeader}"${'x,\n'.repeat(1_000)}`, /ends inside a quoted cell.* Line 2/],
    ['a line cut off', `${plainHeader}a,b`, /line 2 has 2 cells; the header has \d+\. The file seems to be cut off/],
  ];
  for (const [name, content, reason] of hostile) {
    test(`${id}: refused: ${name}`, () => {
      const parsed = parsedAs(id, content);
      assert.is(parsed.ok, false);
      assert.match(parsed.ok ? '' : parsed.reason, reason);
      assert.match(parsed.ok ? '' : parsed.reason, /^F\.csv .*\.$/, 'a sentence that names the file');
    });
  }

  test(`${id}: byte order marks, a repeated header, blank lines and trailing columns change no row`, () => {
    const { rows } = rowsOf(id, text);
    assert.equal(rowsOf(id, `\ufeff\ufeff${text}`).rows, rows);
    assert.equal(rowsOf(id, text.replaceAll('\r\n', '\n')).rows, rows);
    const repeated = rowsOf(id, `${text.trimEnd()}\n\n\ufeff${header}\n`);
    assert.equal(repeated.rows, rows);
    assert.match(repeated.alarms.join('\n'), /^F\.csv line \d+ repeats the header\.$/m);
    const widened = rowsOf(id, `${plainHeader.trimEnd()},,\n${[...blank, '', 'x'].join(',').replace(/^/, 'A')}\n`);
    assert.is(widened.rows.length, 1);
    assert.match(widened.alarms.join(), /line 2 has text in a column without a name/);
  });

  test(`${id}: every cut of the file is refused or keeps the lines before it`, () => {
    const bytes = bytesOf(id, last);
    const whole = rowsOf(id, bytes).rows;
    fc.assert(
      fc.property(fc.integer({ min: 1, max: bytes.length - 1 }), (end) => {
        const parsed = parsedAs(id, bytes.subarray(0, end));
        if (!parsed.ok) return;
        assert.equal(parsed.rows.slice(0, -1), whole.slice(0, Math.max(0, parsed.rows.length - 1)));
      }),
      { numRuns: runsOf(25) },
    );
  });

  test(`${id}: however many cells are wrong, the list of alarms stays short`, () => {
    const wrong = feed.columns.map(({ meaning }) => (meaning === 'comments' ? '' : 'nonsense'));
    const lines = Array.from({ length: 200 }, () => row(wrong)).join('');
    const { rows, alarms } = rowsOf(id, plainHeader + lines);
    assert.is(rows.length, 200, 'cells are kept as published');
    assert.match(alarms.join('\n'), /^And \d+ more invalid LEIs\.$/m);
    assert.ok(alarms.length <= 8 * 21, String(alarms.length));
  });
}

test('LEI check: the ten of August 2026 that are not valid are named with their lines, none is repaired', () => {
  const { rows, alarms } = rowsOf('esma-casps', bytesOf('esma-casps', 'CASPS-20260817.csv'));
  const named = alarms.flatMap((alarm) => /^F\.csv line (\d+): "(.*)" in ae_lei is no/.exec(alarm)?.slice(1) ?? []);
  assert.equal(named, [
    ...['13', '8945001TKX2A5OJMNR45', '30', '25490004TC93R20KW073', '122', '391200236O6D9SGBE882'],
    ...['152', '59800G0P3PV13KLX615', '155', '549300746K71T6YJCV41', '225', '89450036UW3ID72T1M84.'],
    ...['268', '969500OA6NVZB5BXAB29', '316', '984500457TABOA3BZ224', '352', '69940000HAL9ODW3IMO22'],
    ...['359', '724500YJVIN0Q94ZZG5'],
  ]);
  assert.ok(rows.some(({ columns }) => columns['ae_lei'] === '89450036UW3ID72T1M84.'));
});

test.run();
