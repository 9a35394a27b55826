/** Cards of a page of a report: a label with its amount below it, in columns whose lines stand at the same heights. */
import type { PageLine } from '../../../../schemas/values/reading.ts';
import type { AmountStyle } from './amounts.ts';
import { kindOf } from './columns-of-text.ts';

/** A card: the line of its label, and that of its amount. */
type Card = readonly PageLine[];

interface CardColumn {
  /** Lines above the cards. */
  readonly above: readonly PageLine[];
  readonly cards: readonly Card[];
}

/** Cards in a column at least: fewer are a row of labels above a row of amounts. */
const fewest = 2;

/**
 * The columns of a page with its cards row by row instead of column by column, one region a card; null where no columns are cards
 * side by side. What the cards state together is read in both orders, because nothing on the page shows which one it has.
 */
export function cardsAcross(
  regions: readonly (readonly PageLine[])[],
  style: AmountStyle,
): readonly (readonly PageLine[])[] | null {
  const done: (readonly PageLine[])[] = [];
  let isChanged = false;
  for (let at = 0; at < regions.length; ) {
    const group = groupAt(regions, at, style);
    if (group === null) {
      done.push(regions[at] ?? []);
      at += 1;
      continue;
    }
    isChanged = true;
    const rows = Math.max(...group.map(({ cards }) => cards.length));
    done.push(...group.map(({ above }) => above));
    for (let row = 0; row < rows; row += 1) done.push(...group.map(({ cards }) => cards[row] ?? []));
    at += group.length;
  }
  return isChanged ? done.filter((region) => region.length > 0) : null;
}

/** Columns from a place on whose cards stand side by side; a last row may have fewer. */
function groupAt(
  regions: readonly (readonly PageLine[])[],
  at: number,
  style: AmountStyle,
): readonly CardColumn[] | null {
  const columns: CardColumn[] = [];
  for (const lines of regions.slice(at)) {
    const column = cardsOf(lines, style);
    if (column === null || (columns[0] !== undefined && !areBeside(columns[0], column))) break;
    columns.push(column);
  }
  return columns.length > 1 ? columns : null;
}

function cardsOf(lines: readonly PageLine[], style: AmountStyle): CardColumn | null {
  const kinds = lines.map(({ cells }) => kindOf(cells, style));
  const first = kinds.indexOf('amount') - 1;
  if (first < 0) return null;
  const cards: Card[] = [];
  for (let line = first; line < lines.length; line += 2) {
    if (kinds[line] !== 'text' || kinds[line + 1] !== 'amount') return null;
    cards.push(lines.slice(line, line + 2));
  }
  return cards.length < fewest ? null : { above: lines.slice(0, first), cards };
}

const areBeside = ({ cards: left }: CardColumn, { cards: right, above }: CardColumn): boolean =>
  above.length === 0 &&
  right.length <= left.length &&
  right.length >= left.length - 1 &&
  right.flat().every(({ y }, line) => y === left.flat()[line]?.y);
