/** Columns of a page of a report that both have labels with amounts, unlike a column of labels beside one of amounts. */
import type { LineCell, PageLine } from '../../../../schemas/values/reading.ts';
import type { AreColumns } from '../blocks/text-columns.ts';
import { type AmountStyle, amountOf } from './amounts.ts';
import { parted } from './parted-cells.ts';

/** `row`: label and amount in one line; `amount`: one amount alone; `amounts`: several without a label. */
type LineKind = 'text' | 'amount' | 'row' | 'amounts';

/** Amounts with a label that each column has at least. */
const fewest = 2;

/** Each line has the same on both sides, and each amount its label on its own side. */
export const haveOwnAmounts =
  (style: AmountStyle): AreColumns =>
  (left, right) => {
    const sides = [left, right].map((lines) => lines.map(({ y, cells }) => ({ y, kind: kindOf(cells, style) })));
    const [one = [], other = []] = sides;
    const at = new Map(other.map(({ y, kind }) => [y, kind]));
    return one.every(({ y, kind }) => (at.get(y) ?? kind) === kind) && sides.every((side) => isLabelled(side));
  };

/** What a line of a page of a report has. */
export function kindOf(cells: PageLine['cells'], style: AmountStyle): LineKind {
  const parts = cells.flatMap(([x0, x1, text]: LineCell) => parted({ x0, x1, text }, style));
  const amounts = parts.filter(({ text }) => amountOf(text, style) !== null).length;
  if (amounts === 0) return 'text';
  if (amounts < parts.length) return 'row';
  return amounts === 1 ? 'amount' : 'amounts';
}

function isLabelled(side: readonly { readonly kind: LineKind }[]): boolean {
  const isOfLabel = side.every(
    ({ kind }, index) => kind !== 'amounts' && (kind !== 'amount' || side[index - 1]?.kind === 'text'),
  );
  return isOfLabel && side.filter(({ kind }) => kind !== 'text').length >= fewest;
}
