import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { otherTokenLabels } from '../../../../../pipeline/documents/reading/template/labels-2.ts';
import { assetReferencedLabels } from '../../../../../pipeline/documents/reading/template/labels-3.ts';
import { eMoneyLabels } from '../../../../../pipeline/documents/reading/template/labels-4.ts';
import { isPartHeading, numberedText, numberOf } from '../../../../../pipeline/documents/reading/template/numbers.ts';
import { templateCells } from '../../../../../pipeline/documents/reading/template/template-cells.ts';
import { emptyReading, type PageLine, type Reading } from '../../../../../schemas/values/reading.ts';

const test = suite('cells of the white paper templates');

type Row = readonly [number: string, label: string, text: string];
const rowsOf = (labels: string, text: (number: string) => string): readonly Row[] =>
  labels
    .trim()
    .split('\n')
    .map((line) => {
      const number = line.slice(0, line.indexOf(' '));
      return [number, line.slice(number.length + 1), text(number)];
    });
const values = (number: string): string => `Value of ${number.replace('.', ' ')} here.`;
const rows = rowsOf(otherTokenLabels, values);

const html = (all: readonly (readonly string[])[]): Reading => ({
  ...emptyReading,
  class: 'html',
  tables: [{ path: 'html>body>table', rows: all }],
});
const blocks = (...texts: readonly string[]): Reading => ({
  ...emptyReading,
  class: 'html',
  blocks: texts.map((text, at) => ({ path: `p:nth-of-type(${at + 1})`, text, heading: null, own: true })),
});
const line = (
  page: number,
  y: number,
  h: number,
  ...cells: PageLine['cells']
): PageLine & { readonly page: number } => ({
  page,
  y,
  h,
  cells,
  marks: [],
});
const pdf = (lines: readonly (PageLine & { readonly page: number })[]): Reading => ({
  ...emptyReading,
  class: 'pdf',
  pages: [...new Set(lines.map(({ page }) => page))].map((page) => ({
    w: 600,
    h: 800,
    unread: 0,
    rules: [],
    tables: [],
    lines: lines.filter((one) => one.page === page).map(({ page: _page, ...own }) => own),
  })),
});
/** One field below another in three columns, the text over two lines. */
const columns = (all: readonly Row[]): Reading =>
  pdf(
    all.flatMap(([number, label, text], at) => {
      const page = Math.floor(at / 20) + 1;
      const y = 100 + (at % 20) * 30;
      const [first = '', ...more] = text.split(' ');
      return [
        line(page, y, 10, [74, 100, number], [144, 240, label], [248, 500, first]),
        ...(more.length === 0 ? [] : [line(page, y + 12, 10, [248, 500, more.join(' ')])]),
      ];
    }),
  );

const textIn = ({ cells }: ReturnType<typeof templateCells>, number: string): string | null => {
  const found = cells.get(number) ?? [];
  return found.length === 1 ? (found[0]?.text ?? null) : null;
};
const valueOf = (reading: Reading, number: string): string | null => textIn(templateCells(reading), number);

for (const [table, labels] of [
  [2, otherTokenLabels],
  [3, assetReferencedLabels],
  [4, eMoneyLabels],
] as const) {
  test(`a document made from table ${table} is recognised, and every cell has its text`, () => {
    const all = rowsOf(labels, values);
    for (const reading of [html(all), columns(all)]) {
      const { table: found, cells } = templateCells(reading);
      assert.is(found, table);
      for (const [number] of all) assert.is(cells.get(number)?.[0]?.text, values(number), number);
    }
  });
}

test('numbers are read in all their spellings, and words that look like them are not', () => {
  for (const text of ['E.1', 'E.01', 'E1', 'E01', 'E:1', 'E.1.', 'E .1', ' E.1 '])
    assert.is(numberOf(text), 'E.1', text);
  for (const text of ['E', '1', 'E.111', 'K.1', 'A 10', 'E.1 Name']) assert.is(numberOf(text), null, text);
  assert.equal(numberedText('G.16 . Name'), { number: 'G.16', rest: 'Name' });
  assert.equal(numberedText('G.16 Name: x'), { number: 'G.16', rest: 'Name: x' });
  assert.is(numberedText('A 10 day period'), null);
});

test('contents that repeat every number are no values', () => {
  const reading = blocks(
    ...rows.map(([number, label]) => `${number} ${label}`),
    ...rows.map(([number, label, text]) => `${number} ${label}: ${text}`),
  );
  assert.is(valueOf(reading, 'G.18'), values('G.18'));
});

/** Words of its own for each field: what pages repeat is a head or a foot. */
const more = (number: string): string =>
  `More on ${number.replaceAll(/\d/g, (digit) => 'abcdefghij'.charAt(Number(digit)))}.`;

/** Number and label as a heading, the text below it at the left edge of the label. */
const headings = (all: readonly Row[]): Reading =>
  pdf(
    all.flatMap(([number, label, text], at) => {
      const page = Math.floor(at / 12) + 1;
      const y = 100 + (at % 12) * 54;
      return [
        line(page, y, 12, [71, 90, number], [107, 107 + 6 * label.length, label.toUpperCase()]),
        line(page, y + 27, 12, [107, 107 + 6 * text.length, text]),
        line(page, y + 41, 12, [107, 300, `And ${more(number)}`]),
      ];
    }),
  );

const above = rows.map(([number, label]): Row => [number, label, more(number)]);
const textOf = (number: string): string => `${more(number)} And ${more(number)}`;

test('a label above its text ends with its line, and the text goes up to the next label', () => {
  const reading = headings(above);
  for (const [number] of rows) assert.is(valueOf(reading, number), textOf(number), number);
});

test('small letters right below a label may be the rest of a longer one', () => {
  const all = above.map(([number, label, text]): Row => [number, label, number === 'A.1' ? 'of the person' : text]);
  const close = headings(all).pages.map((page) => ({
    ...page,
    lines: page.lines.map((one) => ({ ...one, y: one.y % 54 === 19 ? one.y - 13 : one.y })),
  }));
  assert.is(valueOf({ ...headings(all), pages: close }, 'A.1'), null);
  assert.is(valueOf({ ...headings(all), pages: close }, 'A.2'), textOf('A.2'));
});

test('a whole answer in small letters right below a label is its text', () => {
  for (const answer of ['false', 'no.', 'none', 'not applicable']) {
    const all = above.map(([number, label, text]): Row => [number, label, number === 'A.1' ? answer : text]);
    const close = headings(all).pages.map((page) => ({
      ...page,
      lines: page.lines.map((one) => ({ ...one, y: one.y % 54 === 19 ? one.y - 13 : one.y })),
    }));
    assert.ok(valueOf({ ...headings(all), pages: close }, 'A.1')?.startsWith(answer), answer);
  }
});

test('the number of a page is never a value', () => {
  const entries = (between: string) =>
    rows.map(([number, label], at) =>
      line(1, 100 + at * 20, 12, [71, 90, number], [107, 540, `${label}${between}${3 + Math.floor(at / 9)}`]),
    );
  const gaps = rows.map(([number, label], at) =>
    line(1, 100 + at * 20, 12, [71, 90, number], [107, 300, label], [530, 540, String(3 + Math.floor(at / 9))]),
  );
  for (const lines of [entries(' ..... '), entries(' …… '), gaps]) assert.is(templateCells(pdf(lines)).cells.size, 0);
  const both = { ...pdf(gaps), pages: [...pdf(gaps).pages, ...headings(above).pages] };
  for (const [number] of rows) assert.is(valueOf(both, number), textOf(number), number);
  const table = html(rows.map(([number, label], at) => [number, label, String(3 + Math.floor(at / 9))]));
  assert.is(templateCells(table).cells.size, 0);
});

test('between two rulings, a number in the middle of its row is that of the whole row', () => {
  // Labels over three lines, the number beside the second one, the text over two.
  const ruled: Reading = {
    ...emptyReading,
    class: 'pdf',
    pages: Array.from({ length: Math.ceil(above.length / 10) }, (_, page) => ({
      w: 600,
      h: 900,
      unread: 0,
      tables: [],
      rules: Array.from({ length: 11 }, (_rule, at) => [100 + at * 60, 50, 550] as const),
      lines: above.slice(page * 10, page * 10 + 10).flatMap(([number, label, text], at): readonly PageLine[] => {
        const y = 115 + at * 60;
        const words = label.split(' ');
        const third = Math.ceil(words.length / 3);
        const [one = '', two = '', three = ''] = [0, 1, 2].map((part) =>
          words.slice(part * third, part * third + third).join(' '),
        );
        const cell = (x0: number, own: string) => (own === '' ? [] : [[x0, x0 + 5 * own.length, own] as const]);
        return [
          { y, h: 10, cells: cell(110, one), marks: [] },
          { y: y + 12, h: 10, cells: [...cell(60, number), ...cell(110, two), ...cell(300, text)], marks: [] },
          { y: y + 24, h: 10, cells: [...cell(110, three), ...cell(300, `And ${text}`)], marks: [] },
        ].filter(({ cells }) => cells.length > 0);
      }),
    })),
  };
  for (const [number] of rows) assert.is(valueOf(ruled, number), textOf(number), number);
});

test('a label may name the party of its part, and have its answer behind a colon in the same cell', () => {
  const own = rows.map(([number, label, text]) =>
    number === 'A.1'
      ? [number, 'Name of the offeror', text]
      : number === 'B.1'
        ? [number, `${label}: No.`]
        : number === 'B.2'
          ? [number, 'Something else: No.']
          : [number, label, text],
  );
  const { cells } = templateCells(html(own));
  const textOf = (number: string): string | undefined => cells.get(number)?.[0]?.text;
  assert.equal([textOf('A.1'), textOf('B.1'), textOf('B.2')], [values('A.1'), 'No.', undefined]);
});

test('a row for the label and one below it for the text', () => {
  const reading = html(rows.flatMap(([number, label, text]) => [[`${number} ${label}`], [text]]));
  for (const [number] of rows) assert.is(valueOf(reading, number), values(number), number);
});

test('a numbering that is shifted by one against its labels is read by the labels', () => {
  const shifted = rows.map(([number, label, text]): Row => {
    const at = Number(number.slice(2));
    return number.startsWith('F.') && at >= 12 ? [`F.${at + 1}`, label, text] : [number, label, text];
  });
  assert.is(valueOf(html(shifted), 'F.13'), values('F.13'));
  assert.is(valueOf(html(shifted), 'F.12'), values('F.12'));
});

test('a cell goes on after the end of a page, and ends at the heading of a part', () => {
  const reading = html([
    ...rows,
    ['G.19', 'Competent court', 'The courts'],
    ['', '', 'of Ireland.'],
    ['PART H - INFORMATION ON THE UNDERLYING TECHNOLOGY'],
    ['', '', 'Something else.'],
  ]);
  assert.equal(
    templateCells(reading)
      .cells.get('G.19')
      ?.map(({ text }) => text),
    [values('G.19'), 'The courts of Ireland.'],
  );
});

test('the heading of an annex ends the cell before it, a mention of one does not', () => {
  for (const heading of [
    'Annex B. The sale contract',
    'Annex II',
    'Appendix 1: Risks',
    'Anhang A – Risiken',
    'Allegato 3',
  ])
    assert.ok(isPartHeading(heading), heading);
  for (const text of [
    'Annex II of Regulation (EU) 2023/1114 applies.',
    'see Annex B.',
    'Schedules',
    'Appendix of terms',
  ])
    assert.not.ok(isPartHeading(text), text);
});

test('text and label that run together, and numbers beside the middle of their row, give nothing', () => {
  const all = rows.filter(([number]) => number.startsWith('E.'));
  const mixed = columns(all).pages.map((page) => ({
    ...page,
    lines: page.lines.map((one) =>
      one.cells[0]?.[2] === 'E.26'
        ? {
            ...one,
            cells: [
              [74, 100, 'E.26'],
              [144, 500, 'Right of withdrawal Value of'],
            ] as const,
          }
        : one,
    ),
  }));
  assert.is(valueOf({ ...columns(all), pages: mixed }, 'E.26'), null);
  const centred = columns(all).pages.map((page) => ({
    ...page,
    lines: page.lines.flatMap((one) =>
      one.cells[0]?.[2] === 'E.26'
        ? [
            { ...one, cells: one.cells.slice(1) },
            { ...one, y: one.y + 6, cells: one.cells.slice(0, 1) },
          ]
        : [one],
    ),
  }));
  assert.is(valueOf({ ...columns(all), pages: centred }, 'E.26'), null);
});

test('labels that are swapped, and cells that are lost, give the right text or none', () => {
  fc.assert(
    fc.property(fc.nat({ max: rows.length - 1 }), fc.nat({ max: rows.length - 1 }), fc.boolean(), (a, b, isLost) => {
      const [one, other] = [rows[a], rows[b]];
      assert.ok(one !== undefined && other !== undefined);
      const changed = rows.flatMap((row, at): readonly Row[] => {
        if (at === a && isLost) return [];
        if (at === a) return [[one[0], other[1], one[2]]];
        return at === b ? [[other[0], one[1], other[2]]] : [row];
      });
      const cells = templateCells(html(changed));
      for (const [number, , text] of changed) {
        const found = textIn(cells, number);
        // A swapped label moves the text to the field of the label, within one part only: other parts have the same labels.
        const own = rows.find(([at]) => at === number)?.[1];
        const byLabel = changed.find(([at, label]) => at.split('.')[0] === number.split('.')[0] && label === own)?.[2];
        assert.ok(found === null || found === text || found === byLabel, `${number}: ${found ?? ''}`);
      }
    }),
    { numRuns: 50, examples: [[29, 30, false]] },
  );
});

test('a document with fewer than ten fields is no white paper', () => {
  assert.is(templateCells(html(rows.slice(0, 9))).table, null);
  assert.is(templateCells(emptyReading as Reading).table, null);
});

test.run();
