import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { distractors } from './distractors.ts';
import { type LabelledDocument, report, type ReportKind, reportKinds, spellings, whitePaper } from './labelled.ts';
import { type Layout, layouts } from './layouts.ts';
import { type PairOutcome, pairsOf } from './read-pairs.ts';

const [spelling = { date: '', no: '', amount: String }] = spellings;
const papers = ([2, 3, 4] as const).map((table) => whitePaper(table, spelling));
const reports = (Object.keys(reportKinds) as ReportKind[]).map((kind) => report(kind, spelling));
const documents: readonly LabelledDocument[] = [...papers, ...reports];

const readAs = (layout: Layout, document: LabelledDocument): Promise<readonly PairOutcome[]> =>
  pairsOf(layout({ document, before: [], after: [] }), document);

function refuseWrong(pairs: readonly PairOutcome[], message: string): void {
  assert.equal(
    pairs.filter(({ outcome }) => outcome === 'wrong'),
    [],
    message,
  );
}

/** Labelled values that are found in a layout, of 15 in white papers and 12 in reports. These numbers may only rise. */
const found: Readonly<Record<string, readonly [papers: number, reports: number]>> = {
  'HTML, table': [15, 12],
  'HTML, table of two columns': [15, 12],
  'HTML, definition list': [15, 12],
  'HTML, grid': [15, 12],
  'HTML, headings': [15, 12],
  'HTML, inline': [15, 12],
  'PDF, columns': [15, 12],
  'PDF, ruled': [15, 12],
  'PDF, alternating rows': [15, 12],
  'PDF, centred numbers': [15, 12],
  'PDF, label over three lines': [15, 12],
  'PDF, headings': [15, 12],
  'PDF, inline': [15, 12],
  'PDF, two columns of text': [15, 12],
  'PDF, two columns of text, one lower': [15, 12],
  'PDF, two columns of text, values indented': [15, 8],
  'PDF, two columns of text, row by row': [15, 12],
  'PDF, two columns of text, inline': [15, 12],
  'PDF, letterhead': [15, 12],
  'PDF, letterhead at the right': [15, 12],
  'PDF, form': [15, 12],
  'PDF, page break': [15, 12],
  'PDF, landscape': [15, 12],
};

for (const [name, layout] of Object.entries(layouts)) {
  test(`a layout gives the values of the document or none: ${name}`, async () => {
    for (const [at, some] of [papers, reports].entries()) {
      let right = 0;
      for (const document of some) {
        const pairs = await readAs(layout, document);
        refuseWrong(pairs, name);
        right += pairs.filter(({ outcome }) => outcome === 'right').length;
      }
      const least = found[name]?.[at] ?? Number.POSITIVE_INFINITY;
      assert.ok(right >= least, `${right} of ${least} values in ${at === 0 ? 'white papers' : 'reports'}`);
    }
  });
}

const few = ['HTML, table', 'PDF, columns', 'PDF, two columns of text'];
for (const [name, { where, texts }] of Object.entries(distractors)) {
  test(`a distractor gives no other value: ${name}`, async () => {
    for (const key of few) {
      const layout = layouts[key];
      assert.ok(layout);
      for (const document of [papers[0], reports[0]]) {
        assert.ok(document);
        const added = { before: [], after: [], [where]: texts(document) };
        refuseWrong(await pairsOf(layout({ document, ...added }), document), key);
      }
    }
  });
}

test('a digit that is changed in an amount gives no other coverage', async () => {
  const layout = layouts['PDF, columns'];
  assert.ok(layout);
  const [first] = reports;
  assert.ok(first);
  for (const at of first.rows.keys()) {
    const rows = first.rows.map((row, index) => (index === at ? { ...row, value: row.value.replace(/0/, '3') } : row));
    const changed = { ...first, rows };
    const coverage = (await readAs(layout, changed)).find(({ field }) => field === 'reserve_coverage_ratio');
    // Tokens are in no sum: another number of them is another coverage.
    if (first.rows[at]?.label !== 'Tokens in circulation')
      assert.is(coverage?.outcome, 'omitted', first.rows[at]?.label);
  }
});

test('a date that is moved is the date that is read, or none is', async () => {
  const [first] = reports;
  assert.ok(first);
  for (const key of few) {
    const layout = layouts[key];
    assert.ok(layout);
    const moved = { ...first, title: 'Reserve assets as of May 31, 2025' };
    const date = (await readAs(layout, moved)).find(({ field }) => field === 'attestation_as_of');
    assert.ok(date?.found === undefined || date.found === '2025-05-31', key);
  }
});

test('rows that are cut off give no other value', async () => {
  for (const key of few) {
    const layout = layouts[key];
    assert.ok(layout);
    for (const document of documents) {
      for (const keep of [0.3, 0.6]) {
        const cut = { ...document, rows: document.rows.slice(0, Math.floor(keep * document.rows.length)) };
        refuseWrong(await readAs(layout, { ...cut, sentences: [] }), key);
      }
    }
  }
});

test('a label across two columns of text joins no texts of theirs to a value', async () => {
  const left = ['G.18', 'G.16', 'G.14', 'F.10', 'B.1', 'A.3'];
  const right = ['A.11', 'A.9', 'A.8', 'A.5', 'A.1'];
  for (const one of spellings) {
    const paper = whitePaper(2, one);
    const rows = [...left, ...right].flatMap((number) => paper.rows.filter((row) => row.number === number));
    assert.is(rows.length, left.length + right.length);
    for (const name of ['PDF, two columns of text, one lower', 'PDF, two columns of text, values indented']) {
      const layout = layouts[name];
      assert.ok(layout);
      refuseWrong(await readAs(layout, { ...paper, rows }), `${name}, ${one.no}`);
    }
  }
});

test('the order in which a page draws its texts changes no value', async () => {
  const layout = layouts['PDF, columns'];
  assert.ok(layout);
  for (const document of [papers[0], reports[0]]) {
    assert.ok(document);
    const bytes = layout({ document, before: [], after: [] });
    const text = bytes.toString('latin1');
    const [start, end] = [text.indexOf('stream\n') + 7, text.indexOf('\nendstream')];
    const lines = text
      .slice(start, end)
      .split('\n')
      .filter((line) => line !== '');
    for (const order of [lines.toReversed(), lines.toSorted()]) {
      const content = order.join('\n').padEnd(end - start, ' ');
      const other = Buffer.from(`${text.slice(0, start)}${content}${text.slice(end)}`, 'latin1');
      assert.equal(await pairsOf(other, document), await pairsOf(bytes, document));
    }
  }
});

test.run();
