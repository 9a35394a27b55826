/** Labelled documents whose anchors, cells, order and letters are altered: a value stays right, or there is none. */
import type { Test } from 'uvu';
import * as assert from 'uvu/assert';
import { viewOf } from '../../../../pipeline/documents/reading/document-view.ts';
import { readFields } from '../../../../pipeline/documents/reading/engine.ts';
import { fieldReaders } from '../../../../pipeline/documents/reading/readers.ts';
import { numberedText, numberOf } from '../../../../pipeline/documents/reading/template/numbers.ts';
import type { FieldValue } from '../../../../schemas/fields/field.ts';
import { canonicalJson } from '../../../../schemas/values/canonical.ts';
import { type Reading, type ReadingPage, unreadMark } from '../../../../schemas/values/reading.ts';
import type { Term } from '../../../../schemas/vocabulary.ts';
import { readOnce } from '../../../support/read-once.ts';
import { hasSharedData, sharedText } from '../../../support/shared-data.ts';

interface Label {
  readonly value: FieldValue;
  readonly accept?: readonly FieldValue[];
}

const documents: readonly (readonly [path: string, kind: Term<'sourceKind'>])[] = [
  ['whitepapers/arg-fan-token.2025-11-03', 'whitepaper'],
  ['whitepapers/satlayer.2025-08-10', 'whitepaper'],
  ['whitepapers/ten.2025-10-30', 'whitepaper'],
  ['reports/gusd.2025-05-30', 'report'],
  ['reports/usdc.2025-06-30', 'report'],
];

/** Alters every text of the pages; `at` counts texts from 0. */
const withTexts = (reading: Reading, alter: (text: string, at: number) => string): Reading => {
  let at = 0;
  return withPages(reading, (page) => ({
    ...page,
    lines: page.lines.map((line) => ({
      ...line,
      cells: line.cells.map(([x0, x1, text]) => [x0, x1, alter(text, at++)] as const),
    })),
    tables: page.tables.map((table) =>
      table.map((row) => row.map(([x0, y0, x1, y1, text]) => [x0, y0, x1, y1, alter(text, at++)] as const)),
    ),
  }));
};
const withPages = (reading: Reading, alter: (page: ReadingPage, at: number) => ReadingPage): Reading => ({
  ...reading,
  pages: reading.pages.map(alter),
});

/** The number of a template field, one further: the label stays where it was. */
const shifted = (text: string): string => {
  const number = numberOf(text) ?? numberedText(text)?.number ?? null;
  if (number === null) return text;
  const digits = number.slice(2);
  return text.replace(digits.padStart(2, '0'), digits).replace(digits, String(Number(digits) + 1));
};

/** Labels of neighbours in the template, exchanged. */
const swapped: readonly (readonly [string, string])[] = [
  ['Applicable law', 'Competent court'],
  ['Token value protection schemes', 'Compensation schemes'],
  ['Legal entity identifier', 'Registration date'],
  ['Publication date', 'Starting date'],
];
const exchange = (text: string): string => {
  for (const [one, other] of swapped) {
    if (text.toLowerCase().includes(one.toLowerCase())) return text.replace(new RegExp(one, 'i'), other);
    if (text.toLowerCase().includes(other.toLowerCase())) return text.replace(new RegExp(other, 'i'), one);
  }
  return text;
};

const letters = /[\p{L}\p{N}]/gu;
type Third = 0 | 1 | 2;

/** Every alteration keeps what a value means, or takes away what shows it. `thirds` are those that are lost, one at a time. */
const alterations: Readonly<Record<string, (reading: Reading, thirds: readonly Third[]) => readonly Reading[]>> = {
  'numbers are shifted by one': (reading) => [withTexts(reading, shifted)],
  'a third of the lines is lost': (reading, thirds) =>
    thirds.map((rest) =>
      withPages(reading, (page) => ({ ...page, tables: [], lines: page.lines.filter((_, at) => at % 3 !== rest) })),
    ),
  'a third of the rows is lost': (reading, thirds) =>
    thirds.map((rest) =>
      withPages(reading, (page) => ({
        ...page,
        lines: page.lines.filter((_, at) => at % 3 !== rest),
        tables: page.tables.map((table) => table.filter((_, at) => at % 3 !== rest)),
      })),
    ),
  'a third of the pages is lost': (reading, thirds) =>
    thirds.map((rest) => ({ ...reading, pages: reading.pages.filter((_, at) => at % 3 !== rest) })),
  'letters are hidden by their fonts': (reading, thirds) =>
    thirds.map((rest) =>
      withTexts(reading, (text, at) => (at % 3 === rest ? text.replaceAll(letters, unreadMark) : text)),
    ),
  'a word of each text is hidden by its font': (reading) => [
    withTexts(reading, (text) => text.replace(/\p{L}{4,}(?=\P{L}*$)/u, unreadMark)),
  ],
  'lines are in another order': (reading) => [
    withPages(reading, (page) => ({ ...page, lines: page.lines.toReversed() })),
    withPages(reading, (page) => ({
      ...page,
      tables: page.tables.map((table) => table.toReversed()),
      lines: page.lines.map((line, at, all) => ({ ...line, cells: all[at ^ 1]?.cells ?? line.cells })),
    })),
  ],
  'rows of figures stand twice': (reading) => [
    withPages(reading, (page) => ({
      ...page,
      lines: page.lines.flatMap((line) => (/\d{3}/.test(line.cells.at(-1)?.[2] ?? '') ? [line, line] : [line])),
      tables: page.tables.map((table) =>
        table.flatMap((row) => (/\d{3}/.test(row.at(-1)?.[4] ?? '') ? [row, row] : [row])),
      ),
    })),
  ],
};

/** Numbers stay where they were, so each of two exchanged labels contradicts its number. */
const relabelled = (reading: Reading): Reading => withTexts(reading, exchange);

const comparable = (value: FieldValue): string => {
  if (value === null) return 'null';
  const { url: _url, dti, ...others } = value;
  return canonicalJson({ ...others, ...(Array.isArray(dti) && dti.length > 0 ? { dti } : {}) });
};

const readingOf = async (path: string): Promise<Reading> => (await readOnce(`disclosures/${path}.pdf`)).reading;

const readAlready = new WeakMap<Reading, readonly (readonly [string, FieldValue])[]>();

function valuesOf(reading: Reading, kind: Term<'sourceKind'>): readonly (readonly [string, FieldValue])[] {
  const values = readAlready.get(reading) ?? readValues(reading, kind);
  readAlready.set(reading, values);
  return values;
}

const readValues = (reading: Reading, kind: Term<'sourceKind'>): readonly (readonly [string, FieldValue])[] => {
  const profile = { id: kind, language: 'en' };
  const view = viewOf(reading, { kind, profile, url: 'https://issuer.example/document', isWhole: true });
  return readFields(view, fieldReaders).stated.map(({ field, value }) => [field, value] as const);
};

const labelsOf = (path: string): Readonly<Record<string, Label>> =>
  (JSON.parse(sharedText(`disclosures/${path}.labels.json`)) as { readonly fields: Record<string, Label> }).fields;

/** Whether a value has some members of another value, and no others. */
function isPart(value: FieldValue, whole: FieldValue): boolean {
  if (value === null || whole === null) return value === whole;
  return Object.entries(value).every(
    ([name, member]) =>
      name === 'url' ||
      (name === 'dti' && canonicalJson(member) === '[]') ||
      canonicalJson(member) === canonicalJson(whole[name] ?? null),
  );
}

/** Registers the tests. `thirdsOf`: the thirds that the document at this place of the table loses. */
export function testAlterations(test: Test, thirdsOf: (document: number) => readonly Third[]): void {
  if (!hasSharedData('disclosures')) {
    test.skip('the labelled documents are not beside this tree (data/disclosures)', () => undefined);
    return;
  }
  for (const [at, [path, kind]] of documents.entries()) {
    for (const [name, alter] of Object.entries(alterations)) {
      test(`${path}: ${name}`, async () => {
        const reading = await readingOf(path);
        const labels = labelsOf(path);
        const known = new Map(valuesOf(reading, kind));
        for (const altered of alter(reading, thirdsOf(at))) {
          for (const [field, value] of valuesOf(altered, kind)) {
            if (field === 'report' || field === 'instruments') continue;
            const label = labels[field];
            const right = label === undefined ? [known.get(field) ?? null] : [label.value, ...(label.accept ?? [])];
            assert.ok(
              right.some((one) => comparable(one) === comparable(value) || isPart(value, one)),
              `${field}: ${canonicalJson(value)}`,
            );
          }
        }
      });
    }
    test(`${path}: labels are exchanged`, async () => {
      const reading = await readingOf(path);
      const known = new Map(valuesOf(reading, kind));
      for (const [field, value] of valuesOf(relabelled(reading), kind)) {
        const own = known.get(field);
        assert.ok(own !== undefined && isPart(value, own), `${field}: ${canonicalJson(value)}`);
      }
    });
  }
}
