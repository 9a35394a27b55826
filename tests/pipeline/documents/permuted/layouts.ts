/** Layouts: each renders a labelled document into bytes. */
import { at, pdf } from '../../../support/pdf.ts';
import { pdfOf } from '../../../infra/reading/unseen/pdf-file.ts';
import type { LabelledDocument, LabelledRow } from './labelled.ts';

interface RenderedDocument {
  readonly document: LabelledDocument;
  /** Paragraphs before the rows, and after the sentences. */
  readonly before: readonly string[];
  readonly after: readonly string[];
}

export type Layout = (rendered: RenderedDocument) => Buffer;

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const named = ({ number, label }: LabelledRow): string => (number === '' ? label : `${number} ${label}`);

const html =
  (rows: (rows: readonly LabelledRow[]) => string): Layout =>
  ({ document, before, after }) => {
    const texts = (list: readonly string[]): string => list.map((text) => `<p>${escaped(text)}</p>`).join('');
    return Buffer.from(
      `<!doctype html><html lang="en"><head><title>T</title></head><body><main><h1>${document.title}</h1>${texts(before)}` +
        `${rows(document.rows)}${texts(document.sentences)}${texts(after)}</main></body></html>`,
    );
  };
const each = (part: (row: LabelledRow) => string) => (rows: readonly LabelledRow[]) => rows.map(part).join('');

const left = 50;
const size = 9;
const wrapped = (text: string, characters: number): readonly string[] => {
  const lines: string[] = [''];
  for (const word of text.split(' ')) {
    const last = lines.at(-1) ?? '';
    if (last !== '' && last.length + word.length + 1 > characters) lines.push(word);
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
  }
  return lines;
};
const shown = (text: string): string => text.replaceAll(/[()\\]/g, (sign) => `\\${sign}`);
const put = (x: number, y: number, text: string): string => at(x, y, size, shown(text));

interface Columns {
  readonly label: number;
  readonly value: number;
  /** Characters of a line of the label. */
  readonly wide: number;
}
const usual: Columns = { label: 100, value: 330, wide: 40 };

/** One page of rows, top to bottom; `draw` places a row at a height and returns the height that it takes. */
function page(
  { document, before, after }: RenderedDocument,
  draw: (row: LabelledRow, y: number) => readonly [string, number],
): string {
  let y = 760;
  let content = '';
  const line = (text: string): void => {
    for (const part of wrapped(text, 100)) {
      content += put(left, y, part);
      y -= 14;
    }
  };
  line(document.title);
  before.forEach(line);
  y -= 10;
  for (const one of document.rows) {
    const [drawn, height] = draw(one, y);
    content += drawn;
    y -= height;
  }
  y -= 10;
  document.sentences.forEach(line);
  after.forEach(line);
  return content;
}

const inColumns =
  (columns: Columns, more: (y: number, height: number) => string = () => '') =>
  (one: LabelledRow, y: number): readonly [string, number] => {
    const label = wrapped(one.label, columns.wide);
    const height = label.length * 12 + 12;
    const cells = [
      one.number === '' ? '' : put(left, y, one.number),
      ...label.map((text, index) => put(columns.label, y - 12 * index, text)),
      put(columns.value, y, one.value),
    ];
    return [more(y + 12, height) + cells.join(''), height];
  };
const rule = (y: number, to = 550): string => `q 0.5 w ${left - 5} ${y} m ${to} ${y} l S Q\n`;

/** The value of each row is in a field of a form. */
const form: Layout = (rendered) => {
  const fields: string[] = [];
  const content = page(rendered, (one, y) => {
    const field = `/T (f${fields.length}) /V (${shown(one.value)}) /DA (/F ${size} Tf 0 g) /Rect [330 ${y - 4} 550 ${y + 10}]`;
    fields.push(`<< /Type /Annot /Subtype /Widget /FT /Tx /F 4 ${field} >>`);
    return [`${one.number === '' ? '' : put(left, y, one.number)}${put(100, y, one.label)}`, 24];
  });
  const catalog = '/AcroForm << /Fields [{annotations}] /DR << /Font << /F 3 0 R >> >> >>';
  return pdfOf({ content, annotations: fields, catalog });
};

interface TextColumns {
  /** Where the rows of a column stand, and the height of each. */
  readonly draw: (row: LabelledRow, x: number, y: number) => string;
  readonly height: number;
  /** Points that the right column is lower than the left one. */
  readonly lower?: number;
  /** Rows go on from the left column to the right one, in every line. */
  readonly isAcross?: true;
}

/** A column of text at each side of the page. */
const twoColumns =
  ({ draw, height, lower = 0, isAcross }: TextColumns): Layout =>
  (rendered) => {
    const { rows } = rendered.document;
    const half = Math.ceil(rows.length / 2);
    return pdf(
      page(rendered, (one, y) => {
        const at = rows.indexOf(one);
        const isLeft = isAcross === true ? at % 2 === 0 : at < half;
        const before = isAcross === true ? Math.ceil(at / 2) : half;
        return [draw(one, isLeft ? left : 320, isLeft && isAcross !== true ? y : y + before * height - lower), height];
      }),
    );
  };
const underLabel = (one: LabelledRow, x: number, y: number): string =>
  put(x, y, named(one)) + put(x, y - 14, one.value);
const indentedUnderLabel = (one: LabelledRow, x: number, y: number): string =>
  put(x, y, named(one)) + put(x + 20, y - 14, one.value);
/** Lines of a column without more distance between rows than within them. */
const besideLabel = (one: LabelledRow, x: number, y: number): string =>
  wrapped(`${named(one)}: ${one.value}`, 48)
    .map((text, at) => put(x, y - 12 * at, text))
    .join('');

/** The name and address of another firm stand above the document, and in a margin column beside it. */
const letterhead =
  (margin: number): Layout =>
  (rendered) => {
    const lines = ['Sender & Partners', 'Advisers', '9 Other Street', '75001 Paris, France', 'www.sender.example'];
    const head = lines.map((text, at) => put(margin, 820 - 12 * at, text)).join('');
    return pdf(head + page(rendered, inColumns(usual)));
  };

/** The second half of the rows is on the next page. */
const pageBreak: Layout = (rendered) => {
  const { document } = rendered;
  const half = Math.ceil(document.rows.length / 2);
  const part = (rows: readonly LabelledRow[], isFirst: boolean): string =>
    page(
      {
        document: {
          ...document,
          title: isFirst ? document.title : '',
          rows,
          sentences: isFirst ? [] : document.sentences,
        },
        before: isFirst ? rendered.before : [],
        after: isFirst ? [] : rendered.after,
      },
      inColumns(usual),
    );
  return pdf(part(document.rows.slice(0, half), true), part(document.rows.slice(half), false));
};

export const layouts: Readonly<Record<string, Layout>> = {
  'HTML, table': html(
    (rows) =>
      `<table>${each((one) => `<tr><td>${one.number}</td><td>${one.label}</td><td>${escaped(one.value)}</td></tr>`)(rows)}</table>`,
  ),
  'HTML, table of two columns': html(
    (rows) => `<table>${each((one) => `<tr><td>${named(one)}</td><td>${escaped(one.value)}</td></tr>`)(rows)}</table>`,
  ),
  'HTML, definition list': html(
    (rows) => `<dl>${each((one) => `<dt>${named(one)}</dt><dd>${escaped(one.value)}</dd>`)(rows)}</dl>`,
  ),
  'HTML, grid': html(
    (rows) =>
      `<div>${each((one) => `<div><div>${named(one)}</div><div>${escaped(one.value)}</div></div>`)(rows)}</div>`,
  ),
  'HTML, headings': html(each((one) => `<h3>${named(one)}</h3><p>${escaped(one.value)}</p>`)),
  'HTML, inline': html(each((one) => `<p>${named(one)}: ${escaped(one.value)}</p>`)),
  'PDF, columns': (rendered) => pdf(page(rendered, inColumns(usual))),
  'PDF, ruled': (rendered) =>
    pdf(
      page(
        rendered,
        inColumns(usual, (y, height) => rule(y) + rule(y - height)),
      ),
    ),
  'PDF, alternating rows': (rendered) => {
    let count = 0;
    const fill = (y: number, height: number): string =>
      (count += 1) % 2 === 0 ? '' : `q 0.9 g ${left - 5} ${y - height} 500 ${height} re f Q\n`;
    return pdf(page(rendered, inColumns(usual, fill)));
  },
  'PDF, centred numbers': (rendered) =>
    pdf(
      page(rendered, (one, y) => {
        const [drawn, height] = inColumns({ ...usual, wide: 24 }, (top, tall) => rule(top) + rule(top - tall))(
          { ...one, number: '' },
          y,
        );
        const middle = y - (height - 24) / 2;
        return [drawn + (one.number === '' ? '' : put(left, middle, one.number)), height];
      }),
    ),
  'PDF, label over three lines': (rendered) => pdf(page(rendered, inColumns({ ...usual, wide: 14 }))),
  'PDF, headings': (rendered) =>
    pdf(page(rendered, (one, y) => [put(left, y, named(one)) + put(left, y - 14, one.value), 34])),
  'PDF, inline': (rendered) => pdf(page(rendered, (one, y) => [put(left, y, `${named(one)}: ${one.value}`), 16])),
  'PDF, two columns of text': twoColumns({ draw: underLabel, height: 34 }),
  'PDF, two columns of text, one lower': twoColumns({ draw: underLabel, height: 34, lower: 5 }),
  'PDF, two columns of text, values indented': twoColumns({ draw: indentedUnderLabel, height: 34, lower: 5 }),
  'PDF, two columns of text, row by row': twoColumns({ draw: underLabel, height: 34, isAcross: true }),
  'PDF, two columns of text, inline': twoColumns({ draw: besideLabel, height: 30 }),
  'PDF, letterhead': letterhead(left),
  'PDF, letterhead at the right': letterhead(430),
  'PDF, form': form,
  'PDF, page break': pageBreak,
  'PDF, landscape': (rendered) =>
    pdfOf({
      page: '/Rotate 90',
      content: `q 0 1 -1 0 800 0 cm ${page(rendered, inColumns(usual)).replaceAll('\n', ' ')} Q`,
    }),
};
