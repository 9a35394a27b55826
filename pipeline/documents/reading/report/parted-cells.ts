/** A label and its amount in one text. */
import { dateOf } from '../notation/dates.ts';
import { plainForm } from '../notation/words.ts';
import { isContentsEntry } from '../template/numbers.ts';
import { type AmountStyle, amountOf } from './amounts.ts';
import type { RowCell } from './row-cell.ts';

/** `label = amount`, `label: amount` and `label …… amount` in one cell, at the end of its line. */
const pair = /^(.*[\p{L})\]”"’])\s?(?:[=:]|(?: ?[.…·_]){3})[ .…·_]*((?:[(-]|US|HK)?[$€£¥\d(][^=:]{0,60})$/u;

/** Longest cell that is a label and its amount. */
const longestPair = 300;

/** The cell as it is, or its label and its amount as two cells. */
export function parted(cell: RowCell, style: AmountStyle): readonly RowCell[] {
  const match = cell.text.length > longestPair ? null : pair.exec(cell.text.trim());
  const [, label = '', amount = ''] = match ?? [];
  // The number of a page behind leaders is no amount.
  if (
    match === null ||
    isContentsEntry(cell.text) ||
    amountOf(amount, style) === null ||
    dateOf(plainForm(amount)) !== null
  )
    return [cell];
  return [
    { x0: cell.x0, x1: cell.x0, text: label },
    { x0: cell.x1, x1: cell.x1, text: amount },
  ];
}
