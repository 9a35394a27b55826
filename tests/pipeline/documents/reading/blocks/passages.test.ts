import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { passagesOf } from '../../../../../pipeline/documents/reading/blocks/passages.ts';
import { emptyReading, type PageLine, type Reading } from '../../../../../schemas/values/reading.ts';

const test = suite('text of a reading as passages');

const line = (y: number, ...cells: readonly (readonly [number, number, string])[]): PageLine => ({
  y,
  h: 10,
  cells,
  marks: [],
});
const pdf = (...lines: readonly PageLine[]): Reading => ({
  ...emptyReading,
  class: 'pdf',
  pages: [{ w: 600, h: 800, unread: 0, lines, rules: [], tables: [] }],
});
const texts = (reading: Reading, remove: readonly string[] = []): readonly string[] =>
  passagesOf(reading, { remove: [...remove] }).map(({ text }) => text);

test('lines below one another are a paragraph, with the box around them', () => {
  const [first, second] = passagesOf(
    pdf(line(100, [72, 300, 'The law of']), line(112, [72, 280, 'Ireland applies.']), line(150, [72, 200, 'Next.'])),
    {},
  );
  assert.equal(first?.text, 'The law of Ireland applies.');
  assert.equal(first?.place, 'pdf:1:72,90,300,114.5');
  assert.equal(second?.text, 'Next.');
});

test('two columns are read one after the other', () => {
  const reading = pdf(
    line(100, [72, 200, 'Left one']),
    line(100.5, [320, 500, 'Right one']),
    line(112, [72, 200, 'left two.'], [320, 500, 'right two.']),
  );
  assert.equal(texts(reading), ['Left one left two.', 'Right one right two.']);
});

test('cells of a table are passages of their own, and their lines are not read twice', () => {
  const reading = pdf(line(100, [72, 100, 'G.18'], [150, 300, 'Irish law']));
  const [page] = reading.pages;
  assert.ok(page);
  const tables = [[[[72, 88, 100, 104, 'G.18'] as const, [150, 88, 320, 104, 'Irish law'] as const]]];
  assert.equal(texts({ ...reading, pages: [{ ...page, tables }] }), ['G.18', 'Irish law']);
});

test('blocks of a page have their path; frames and removed parts are left out', () => {
  const block = (path: string, text: string, own = true) => ({ path, text, heading: null, own });
  const reading: Reading = {
    ...emptyReading,
    class: 'html',
    blocks: [block('nav>p', 'Home', false), block('main>p', 'Irish law.'), block('main>div.carousel>p', 'Ad.')],
  };
  assert.equal(texts(reading, ['.carousel']), ['Irish law.']);
  assert.equal(passagesOf(reading, {})[0]?.place, 'html:main>p@0-10');
});

test.run();
