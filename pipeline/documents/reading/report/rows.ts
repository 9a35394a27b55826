/** Lines of a report as rows: a label, and cells beside it. */
import type { Reading, ReadingPage } from '../../../../schemas/values/reading.ts';
import { isCusip, isinOfCusip } from '../../../../schemas/values/cusip.ts';
import { blockPlace, cellPlace, pdfPlace } from '../blocks/places.ts';
import { createSteps, type Steps } from '../blocks/steps.ts';
import { firstInTables } from '../blocks/table-blocks.ts';
import { regionsOf } from '../blocks/text-columns.ts';
import { dateOf } from '../notation/dates.ts';
import { type Amount, type AmountStyle, amountOf, styleOf } from './amounts.ts';
import { blockRows } from './block-rows.ts';
import { cardsAcross } from './cards.ts';
import { haveOwnAmounts } from './columns-of-text.ts';
import { rowsOfPage } from './page-rows.ts';
import { parted } from './parted-cells.ts';
import type { RowCell } from './row-cell.ts';

export interface Row {
  /** Tables are of one page, or one table of a page of HTML. */
  readonly part: string;
  readonly label: string;
  readonly amounts: readonly (RowCell & { readonly amount: Amount })[];
  readonly dates: readonly (RowCell & { readonly date: string })[];
  /** Verbatim, cell by cell. */
  readonly quote: string;
  readonly place: string;
}

/** In which order cards that stand side by side are read. */
export type CardOrder = 'down' | 'across';

/**
 * The rows of a reading in its order. Text that no table and no line of numbers has stays a row without cells. Empty in the order
 * `across` where no page has cards side by side.
 */
export function rowsOf(
  { pages, tables, blocks }: Reading,
  steps: Steps = createSteps(),
  order: CardOrder = 'down',
): readonly Row[] {
  const first = firstInTables(tables.length === 0 ? [] : blocks, steps);
  // Amounts in two styles: which marks part groups is not known.
  const style = styleOf([
    ...pages.flatMap(({ lines }) => lines.flatMap(({ cells }) => cells.map(([, , text]) => text))),
    ...tables.flatMap(({ rows }) => rows.flat()),
    ...blocks.map(({ text }) => text),
  ]);
  if (style === null) return [];
  const across = order === 'down' ? [] : pages.map((page) => acrossPage(page, style));
  if (order === 'across' && across.every((page) => page === null)) return [];
  return [
    ...pages.flatMap((page, index) =>
      (across[index] ?? columnsOfPage(page, style)).flatMap((column) =>
        rowsOfPage(column, style, steps).map(({ cells, box }) =>
          rowOf(`pdf:${index + 1}`, cells, pdfPlace(index + 1, box), style),
        ),
      ),
    ),
    ...blockRows({ blocks, tables }, style, steps).map(({ cells, place }) =>
      rowOf(
        'html:',
        cells.flatMap((cell) => parted(cell, style)),
        place,
        style,
      ),
    ),
    ...tables.flatMap(({ path, rows }) => [
      ...headingOf(blocks, path, first.get(path) ?? -1, style),
      ...rows.map((cells, row) =>
        rowOf(
          `html:${path}`,
          cells.map((text, column) => ({ x0: column * 100, x1: column * 100 + 90, text })),
          cellPlace(path, row + 1, 1),
          style,
        ),
      ),
    ]),
  ];
}

/** The page, or its columns of text one after another; those of a page whose tables the file tags are its tables. */
const columnsOfPage = (page: ReadingPage, style: AmountStyle): readonly ReadingPage[] =>
  page.tables.length > 0 ? [page] : regionsOf(page.lines, haveOwnAmounts(style)).map((lines) => ({ ...page, lines }));

/** The page with its cards row by row; null where it has none side by side. */
function acrossPage(page: ReadingPage, style: AmountStyle): readonly ReadingPage[] | null {
  const regions = columnsOfPage(page, style).map(({ lines }) => lines);
  return cardsAcross(regions, style)?.map((lines) => ({ ...page, lines })) ?? null;
}

/**
 * The caption of a table of an HTML page, else the block right before it, if it states the date of the table. `first` is the
 * first block inside the table.
 */
function headingOf(blocks: Reading['blocks'], table: string, first: number, style: AmountStyle): readonly Row[] {
  const isCaption = blocks[first]?.path.startsWith(`${table}>caption`) === true;
  const heading = blocks[isCaption ? first : first - 1];
  if (heading === undefined || !/\bas (?:of|at)\b/i.test(heading.text)) return [];
  const { path, text } = heading;
  return [rowOf(`html:${table}`, [{ x0: 0, x1: 90, text }], blockPlace(path, 0, text.length), style)];
}

/** A CUSIP, or an ISIN of the United States without its country. */
const isCode = (text: string): boolean => isCusip(text) || isinOfCusip(text.slice(0, 9)) === `US${text}`;

function rowOf(part: string, cells: readonly RowCell[], place: string, style: AmountStyle): Row {
  const label: string[] = [];
  const amounts: (RowCell & { readonly amount: Amount })[] = [];
  const dates: (RowCell & { readonly date: string })[] = [];
  for (const cell of cells) {
    const date = dateOf(cell.text);
    // An identifier may have digits only.
    const amount = label.length === 0 && isCode(cell.text) ? null : amountOf(cell.text, style);
    if (date !== null) dates.push({ ...cell, date });
    else if (amount !== null) amounts.push({ ...cell, amount });
    else if (!/^(?:[$€£]|-|–|N\/A)?$/.test(cell.text.trim())) label.push(cell.text);
  }
  return { part, label: label.join(' '), amounts, dates, quote: cells.map(({ text }) => text).join(' '), place };
}
