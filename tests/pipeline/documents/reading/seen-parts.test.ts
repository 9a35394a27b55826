/** What the readers see before any rule: pairs and regions. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { viewOf } from '../../../../pipeline/documents/reading/document-view.ts';
import { seenParts } from '../../../../pipeline/documents/reading/seen-parts.ts';
import { emptyReading, type PageLine, type Reading } from '../../../../schemas/values/reading.ts';

const test = suite('pairs and regions');

type Cells = readonly (readonly [x0: number, text: string])[];

function pdf(...pages: readonly (readonly Cells[])[]): Reading {
  return {
    ...emptyReading,
    class: 'pdf',
    pages: pages.map((lines) => ({
      w: 600,
      h: 800,
      unread: 0,
      rules: [],
      tables: [],
      lines: lines.map(
        (cells, at): PageLine => ({
          y: 60 + at * 30,
          h: 10,
          cells: cells.map(([x0, text]) => [x0, x0 + 5 * text.length, text] as const),
          marks: [],
        }),
      ),
    })),
  };
}
const seen = (reading: Reading, kind: 'report' | 'whitepaper') =>
  seenParts(viewOf(reading, { kind, profile: { id: kind, language: 'en' }, url: '', isWhole: true }));

test('rows of a report have the date of its sentences, and its parts have roles', () => {
  const { pairs, regions } = seen(
    pdf([
      [[450, 'Example LLP']],
      [[70, 'Board of Directors']],
      [[70, 'We have examined the assertion as of June 30, 2025.']],
      [
        [70, 'Cash held at banks'],
        [450, '1,000.50'],
      ],
    ]),
    'report',
  );
  assert.equal(
    pairs.map(({ label, value, date, role }) => [label, value, date, role]),
    [['Cash held at banks', '1000.5', '2025-06-30', 'row']],
  );
  assert.equal(
    regions.map(({ role, text }) => [role, text]),
    [
      ['engagement', 'We have examined the assertion as of June 30, 2025.'],
      ['before_engagement', 'Example LLP'],
      ['before_engagement', 'Board of Directors'],
      ['signature_or_letterhead', 'Example LLP'],
      ['signature_or_letterhead', 'Board of Directors'],
    ],
  );
});

test('entries of contents are regions and no pairs', () => {
  const { pairs, regions } = seen(
    pdf([[[70, 'A.1 Name ........ 2']], [[70, 'A.2 Legal form ........ 2']]]),
    'whitepaper',
  );
  assert.equal(pairs, []);
  assert.equal(
    regions.map(({ role, text, place }) => [role, text, place]),
    [
      ['contents', 'A.1 Name ........ 2', 'pdf:1:70,50,165,62.5'],
      ['contents', 'A.2 Legal form ........ 2', 'pdf:1:70,80,195,92.5'],
    ],
  );
});

test.run();
