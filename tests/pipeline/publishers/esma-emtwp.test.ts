import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { columnOf } from '../../../pipeline/registers/columns/columns.ts';
import { feed } from '../../../pipeline/publishers/registers/esma-emtwp/feed.ts';
import { runsOf } from '../../support/runs.ts';

const { columns, manifest, parse } = feed;
const folder = join(import.meta.dirname, '../../fixtures/esma-emtwp');
const real = readFileSync(join(folder, 'EMTWP-20260821.csv'));
const text = real.toString('utf8');
const header = text.slice(0, text.indexOf('\n')).trimEnd();

const read = (content: string | Buffer) => parse([{ name: 'EMTWP.csv', bytes: Buffer.from(content as string) }]);
const rowsOf = (content: string | Buffer) => {
  const parsed = read(content);
  if (!parsed.ok) throw new Error(parsed.reason);
  return parsed;
};
const freeText = ['authority', 'legal_name', 'commercial_name', 'address', 'comments'];
/** A cell unlike any other of its row, in a column that accepts any text. */
const cellOf = (name: string): string =>
  freeText.includes(columns.find((column) => column.name === name)?.meaning ?? '') ? name.slice(0, 9) : '';
const plain = `${header}\n${columns.map(({ name }) => cellOf(name)).join(',')}\n`;

const refused: readonly (readonly [string, string | Buffer, RegExp])[] = [
  ['empty', '', /^EMTWP\.csv is empty \(0 bytes\)\.$/],
  ['only whitespace', ' \r\n\r\n', /nothing but whitespace/],
  ['only a byte order mark', '\ufeff', /nothing but whitespace/],
  ['an HTML page', '\n<!doctype html><html><head><title>Maintenance</title>', /is an HTML or XML page, not CSV/],
  ['an HTML page after a byte order mark', '\ufeff<html>', /is an HTML or XML page/],
  ['UTF-16 little endian', Buffer.from(`\ufeff${text}`, 'utf16le'), /is UTF-16 text/],
  ['UTF-16 without a mark', Buffer.from(text, 'utf16le'), /is UTF-16 text/],
  ['Windows-1252', Buffer.from(`${header}\nAutorit\u00e9 de`, 'latin1'), /is not UTF-8: byte 0xE9 at line 2/],
  ['a character cut in half', real.subarray(0, real.indexOf(Buffer.from('é')) + 1), /is not UTF-8: byte 0xC3/],
  ['a NUL byte', `${plain}a\0b`, /contains a NUL byte at byte \d+ \(line 3\)/],
  ['JSON', '{"error":"not found"}', /has a quote in the middle of an unquoted cell\. Line 1\./],
  ['another register', 'ae_competentAuthority2,foo\n', /does not start with the register's header line/],
  ['a column missing', plain.replace('wp_url,', ''), /lacks the column wp_url\./],
  ['a column renamed', plain.replace('wp_url', 'wp_link'), /lacks the column wp_url\. It has wp_link instead\./],
  ['two columns missing', plain.replace('ae_lei,', '').replace('wp_url,', ''), /lacks the columns ae_lei, wp_url/],
  ['a column twice', `${header},wp_url\n`, /has the column wp_url twice/],
  [
    'a line with a cell less',
    `${plain}a,b,c\n${plain.split('\n')[1] ?? ''}\n`,
    /line 3 has 3 cells; the header has 19\.$/,
  ],
  ['the last line cut', `${plain}a,b`, /line 3 has 2 cells; the header has 19\. The file seems to be cut off/],
  ['a line with a cell more', `${plain}${'a,'.repeat(19)}a\n${plain.split('\n')[1] ?? ''}`, /line 3 has 20 cells/],
  ['an unclosed quote', `${plain}"Bank of`, /ends inside a quoted cell: the file is cut off/],
  ['text after a closing quote', `${plain}"Bank" of,`, /has text after the closing quote/],
  [
    'an oversized cell',
    `${plain}${'x'.repeat(65_537)}${','.repeat(18)}\n`,
    /line 3: the cell ae_competentAuthority is longer than 64 KiB/,
  ],
];
for (const [name, content, reason] of refused) {
  test(`refused: ${name}`, () => {
    const parsed = read(content);
    assert.is(parsed.ok, false);
    assert.match(parsed.ok ? '' : parsed.reason, reason);
  });
}

test('no file and several files are refused', () => {
  assert.is(parse([]).ok, false);
  const file = { name: 'EMTWP.csv', bytes: real };
  assert.match(JSON.stringify(parse([file, file])), /is one file; 2 were given/);
});

test('every cut of a real file is refused or has fewer rows, never different ones', () => {
  const whole = rowsOf(real).rows;
  fc.assert(
    fc.property(fc.integer({ min: 1, max: real.length - 1 }), (end) => {
      const parsed = read(real.subarray(0, end));
      if (!parsed.ok) return;
      // A cut inside the last cell of a line looks like a shorter cell. Every line before it is intact.
      assert.equal(parsed.rows.slice(0, -1), whole.slice(0, Math.max(0, parsed.rows.length - 1)));
    }),
    { numRuns: runsOf(150) },
  );
});

test('no bytes make the parser throw', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (content) => void read(Buffer.from(content))),
    { numRuns: runsOf(200) },
  );
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (content) => void read(`${header}\n${content}`)),
    { numRuns: runsOf(200) },
  );
});

test('a byte order mark, once or before every concatenated part, is not text', () => {
  const one = rowsOf(plain).rows;
  assert.equal(rowsOf(`\ufeff${plain}`).rows, one);
  assert.equal(rowsOf(`\ufeff\ufeff${plain}`).rows, one);
  assert.equal(rowsOf(`\ufeff${plain}\ufeff${plain}`).rows, [...one, ...one]);
});

test('a repeated header inside the file is not a row, and is reported', () => {
  const { rows, alarms } = rowsOf(`${plain}${plain}`);
  assert.is(rows.length, 2);
  assert.equal(alarms, ['EMTWP.csv line 3 repeats the header.']);
});

test('LF and CRLF, with and without a last line break, blank lines and blank rows', () => {
  const one = rowsOf(plain).rows;
  const blank = `${','.repeat(18)}\n`;
  for (const content of [
    plain.replaceAll('\n', '\r\n'),
    plain.trimEnd(),
    `${plain}\n\n`,
    `${plain}${blank}`,
    plain.replace('\n', '\n\n'),
  ]) {
    assert.equal(rowsOf(content).rows, one);
  }
});

test('trailing columns without a name are skipped; text in them is reported', () => {
  const wide = plain.replace('\n', ',,\n').replace(/\n$/, ',,\n');
  assert.equal(rowsOf(wide), rowsOf(plain));
  assert.match(rowsOf(wide.replace(/,,\n$/, ',x,\n')).alarms.join(), /line 2 has text in a column without a name/);
});

test('columns in another order, quoted names, and a column that is new', () => {
  const names = columns.map(({ name }) => name).reverse();
  const { rows, alarms } = rowsOf(`"${names.join('","')}",wp_new\n${names.map(cellOf).join(',')},x\n`);
  assert.equal(rows[0]?.columns, rowsOf(plain).rows[0]?.columns);
  assert.equal(alarms, ['EMTWP.csv has the unknown column wp_new; the cells are not read.']);
});

test('cells lose surrounding whitespace, no-break spaces too, and nothing else', () => {
  const cells = columns.map(({ name }) => (name === 'ae_lei_name' ? '" \u00a0A ""B""\n C\u00a0 "' : ''));
  assert.is(rowsOf(`${header}\n${cells.join(',')}`).rows[0]?.columns['ae_lei_name'], 'A "B"\n C');
});

const counts = {
  'EMTWP-20260129.csv': 31,
  'EMTWP-20260130.csv': 31,
  'EMTWP-20260209.csv': 33,
  'EMTWP-20260821.csv': 42,
};
for (const [name, count] of Object.entries(counts)) {
  test(`real file ${name}: ${count} rows, no alarm`, () => {
    const { rows, alarms } = rowsOf(readFileSync(join(folder, name)));
    assert.is(rows.length, count);
    assert.equal(alarms, []);
    for (const row of rows)
      assert.equal(
        Object.keys(row.columns),
        columns.map((column) => column.name),
      );
    assert.ok(count >= manifest.minimumRows);
  });
}

test('all fixtures exist', () => {
  assert.equal(
    readdirSync(folder)
      .filter((name) => name.endsWith('.csv'))
      .sort(),
    Object.keys(counts),
  );
});

const real2026 = (name: string) => rowsOf(readFileSync(join(folder, name))).rows.map((row) => row.columns);
const quirks: readonly (readonly [string, () => boolean])[] = [
  [
    'byte order mark in January, none in August',
    () => readFileSync(join(folder, 'EMTWP-20260129.csv'))[0] === 0xef && real[0] === 0x61,
  ],
  ['no link: EMT_NO_WP', () => real2026('EMTWP-20260821.csv').some((row) => row['wp_url'] === 'EMT_NO_WP')],
  [
    'prose in the link',
    () => real2026('EMTWP-20260129.csv').some((row) => row['wp_url']?.startsWith('Simplify digital payments') === true),
  ],
  [
    'a blank link',
    () => real2026('EMTWP-20260209.csv').some((row) => row['ae_lei_name'] === 'HEURO SAS' && row['wp_url'] === ''),
  ],
  [
    'an end date with the text n/a',
    () =>
      real2026('EMTWP-20260821.csv').some(
        (row) => row['ac_authorisationEndDate'] === 'n/a' && columnOf('authorisation_end').read('n/a') === null,
      ),
  ],
  [
    'a stray quote at the end of a comment',
    () => real2026('EMTWP-20260129.csv').some((row) => row['wp_comments']?.endsWith('"') === true),
  ],
  [
    'an identifier list over several lines with chain names',
    () =>
      (columnOf('dti').read(
        real2026('EMTWP-20260821.csv').find((row) => row['ae_lei_name'] === 'Bridge Building S.A.')?.['ae_DTI'] ?? '',
      )?.items?.length ?? 0) === 8,
  ],
  [
    'an identifier list with an empty member',
    () => real2026('EMTWP-20260821.csv').some((row) => row['ae_DTI']?.includes('||') === true),
  ],
  [
    'an identifier named twice in a list',
    () => columnOf('dti').read('FJM594L0V|T1J8XQBSD|FJM594L0V')?.items?.length === 2,
  ],
  [
    'one authority spelled two ways',
    () =>
      new Set(
        real2026('EMTWP-20260821.csv')
          .map((row) => row['ae_competentAuthority'])
          .filter((name) => (name ?? '').includes('Nederlan')),
      ).size === 2,
  ],
  [
    'two firms with one LEI',
    () =>
      new Set(
        real2026('EMTWP-20260129.csv')
          .filter((row) => row['ae_lei'] === '875500AX7AO0XVYSQD64')
          .map((row) => row['ae_lei_name']),
      ).size === 2,
  ],
  [
    'two identical rows',
    () =>
      real2026('EMTWP-20260821.csv')
        .filter((row) => row['ae_lei_name'] === 'StablR Ltd')
        .map((row) => JSON.stringify(row))
        .every((row, _, [first]) => row === first),
  ],
];
for (const [name, holds] of quirks) test(`quirk in the real files: ${name}`, () => assert.ok(holds()));

test.run();
