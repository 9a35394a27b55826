/** Work of rules on a document: at most double where the document is twice as long, and bounded. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readHtml } from '../../../../../infra/reading/readers/html/read-html.ts';
import { createNotes } from '../../../../../infra/reading/readers/notes.ts';
import { viewOf } from '../../../../../pipeline/documents/reading/document-view.ts';
import { type DocumentFields, readFields } from '../../../../../pipeline/documents/reading/engine.ts';
import { totalsOf } from '../../../../../pipeline/documents/reading/report/closure.ts';
import { fieldReaders } from '../../../../../pipeline/documents/reading/readers.ts';
import { createSteps, type Steps } from '../../../../../pipeline/documents/reading/blocks/steps.ts';
import { emptyReading, type Reading, type ReadingPage } from '../../../../../schemas/values/reading.ts';

const test = suite('steps of rules');

const unbounded = (): Steps => createSteps(Number.POSITIVE_INFINITY);

function read(reading: Reading, kind: 'terms' | 'report', steps: Steps): DocumentFields {
  const profile = {
    id: kind,
    language: 'en',
    fields: { reserve_custodians: { rule: 'selector:custodian', anchor: 'Bank' } },
  };
  const view = viewOf(reading, { kind, profile, url: 'https://issuer.example/document', isWhole: true }, steps);
  return readFields(view, fieldReaders);
}

const page = (body: string): Reading => readHtml(`<h1>Reserve assets as of June 30, 2025</h1>${body}`, createNotes());
const repeated = (count: number, part: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => part(index)).join('');

const pdfPage = (lines: ReadingPage['lines'], tables: ReadingPage['tables'] = []): Reading => ({
  ...emptyReading,
  class: 'pdf',
  pages: [{ w: 600, h: 800, unread: 0, lines, rules: [], tables }],
});

/** Documents of a size, each of a kind that once took time with its square. */
const documents: Readonly<Record<string, (size: number) => Reading>> = {
  'one word without an end': (size) => page(`<p>Reserve ${'its '.repeat(8 * size)}</p>`),
  'sentences of one word': (size) => page(`<p>Reserve ${'all '.repeat(20)}.</p>`.repeat(size)),
  'a table after each block': (size) =>
    page(repeated(size, (n) => `<p>As of June 30, 2025</p><table><tr><td>Cash</td><td>$${n}.00</td></tr></table>`)),
  'tables of totals': (size) =>
    page(
      repeated(
        size,
        (n) => `<table><tr><td>Total</td><td>$${n}.00</td></tr><tr><td>Total</td><td>$${n}.00</td></tr></table>`,
      ),
    ),
  'cells in one row': (size) => page(`<table><tr>${repeated(size, (n) => `<td>${n}.00</td>`)}</tr></table>`),
  'numbered cells': (size) =>
    page(`<table>${'<tr><td>A.1</td><td>Name</td><td>the of the</td></tr>'.repeat(size)}</table>`),
  'labels of small words': (size) => page(`<p>A.1 ${'the of '.repeat(20)}</p>`.repeat(size)),
  'lines over cells of one place': (size) =>
    pdfPage(
      Array.from({ length: size }, (_, n) => ({ y: n / 10, h: 10, cells: [[0, 100, 'text']], marks: [] })),
      [[Array.from({ length: size }, (_, n) => [0, n / 10, 90, n / 10 + 500, 'cell'] as const)]],
    ),
  'lines beside one another': (size) =>
    pdfPage(Array.from({ length: 14 * size }, (_, n) => ({ y: 10, h: 10, cells: [[n, n + 1, 'text']], marks: [] }))),
};

for (const [name, make] of Object.entries(documents)) {
  test(`${name}: twice the document takes at most twice the steps`, () => {
    for (const kind of ['terms', 'report'] as const) {
      const [once, twice] = [150, 300].map((size) => {
        const steps = unbounded();
        read(make(size), kind, steps);
        return steps.taken();
      });
      // A search in n places takes log(n) steps.
      assert.ok((twice ?? 0) <= 2.2 * (once ?? 0) + 12_500, `${kind}: ${once} steps, then ${twice}`);
    }
  });
}

test('parts of a total: beyond the most parts that a total has, twice the rows take twice the steps', () => {
  const stepsOf = (count: number): number => {
    const steps = unbounded();
    const row = { part: '', label: 'Cash', amounts: [], dates: [], quote: '', place: '' };
    const amount = { millionths: 1n, decimals: 0 };
    const entries = Array.from({ length: count }, (_, n) => ({
      date: '2025-06-30',
      label: 'Cash',
      row,
      amount: { ...amount, millionths: BigInt(n % 2) - 10_000_000_000n },
    }));
    totalsOf(entries, steps);
    return steps.taken();
  };
  assert.ok(stepsOf(5_000) <= 2.3 * stepsOf(2_500));
});

test('a document that takes too many steps states nothing, with the reason, and the next one is read', () => {
  const sentence = '<p>Reserve assets shall not be pledged.</p>';
  const short = read(page(sentence), 'terms', createSteps(100_000));
  const long = read(
    page(`${sentence}${'<p>The reserve assets are its own reserve.</p>'.repeat(2_000)}`),
    'terms',
    createSteps(100_000),
  );
  assert.equal(
    short.stated.map(({ field }) => field),
    ['rehypothecation'],
  );
  assert.is(short.incomplete, null);
  assert.equal([long.stated, long.left], [[], []]);
  assert.is(long.incomplete, 'the rules take more than 100000 steps on it');
});

test('where the passages alone take too many steps, no rule sees the document', () => {
  const make = documents['lines beside one another'];
  const steps = createSteps(1_000);
  const view = viewOf(
    make?.(150) ?? page(''),
    { kind: 'terms', profile: { id: 'terms' }, url: '', isWhole: true },
    steps,
  );
  assert.equal([view.passages, view.isWhole], [[], false]);
  assert.match(readFields(view, fieldReaders).incomplete ?? '', /more than 1000 steps/);
});

test('the same document takes the same steps', () => {
  const taken = ['a', 'b'].map(() => {
    const steps = unbounded();
    read(page(`<p>${'The reserve of the issuer is kept. '.repeat(100)}</p>`), 'report', steps);
    return steps.taken();
  });
  assert.is(taken[0], taken[1]);
});

test.run();
