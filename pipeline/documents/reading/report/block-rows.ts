/** Rows of a page of HTML outside of its tables: a label with its amount in one block, or in the next one. */
import type { Reading, ReadingBlock } from '../../../../schemas/values/reading.ts';
import { blockPlace, sharedPath } from '../blocks/places.ts';
import type { Steps } from '../blocks/steps.ts';
import { dateOf } from '../notation/dates.ts';
import { plainForm } from '../notation/words.ts';
import { type AmountStyle, amountOf } from './amounts.ts';
import type { RowCell } from './row-cell.ts';

/** Texts side by side, and where they stand. */
interface BlockRow {
  readonly cells: readonly RowCell[];
  readonly place: string;
}

/** Words of a label whose amount is in the next block; more are a sentence. */
const longestLabel = 25;

/** The blocks that no table has, in order; a short text before an amount is its label. */
export function blockRows(
  { blocks, tables }: Pick<Reading, 'blocks' | 'tables'>,
  style: AmountStyle,
  steps: Steps,
): readonly BlockRow[] {
  const inTable = new Set(tables.map(({ path }) => path));
  const rows: BlockRow[] = [];
  let label: ReadingBlock | null = null;
  const close = (): void => {
    if (label !== null) rows.push({ cells: [cellOf(label, 0)], place: placeOf(label) });
    label = null;
  };
  for (const [index, block] of blocks.entries()) {
    steps.characters(block.path.length);
    if (!block.own || isInside(block.path, inTable)) {
      close();
      continue;
    }
    if (label !== null && isAmount(block.text, style) && !isOfNext(label, block, blocks[index + 1])) {
      rows.push({ cells: [cellOf(label, 0), cellOf(block, 1)], place: placeOf(label) });
      label = null;
      continue;
    }
    close();
    if (block.text.split(' ', longestLabel + 1).length <= longestLabel && !isAmount(block.text, style)) label = block;
    else rows.push({ cells: [cellOf(block, 0)], place: placeOf(block) });
  }
  close();
  return rows;
}

const isAmount = (text: string, style: AmountStyle): boolean =>
  amountOf(text, style) !== null && dateOf(plainForm(text)) === null;

/** Whether an element has an amount and the text below it, and not the one above: that of a card, below its figure. */
const isOfNext = (above: ReadingBlock, amount: ReadingBlock, below: ReadingBlock | undefined): boolean =>
  below !== undefined && sharedPath(amount.path, below.path).length > sharedPath(above.path, amount.path).length;

const cellOf = ({ text }: ReadingBlock, column: number): RowCell => ({ x0: column * 100, x1: column * 100 + 90, text });

const placeOf = ({ path, text }: ReadingBlock): string => blockPlace(path, 0, text.length);

/** Whether an element is one of these, or below one. */
function isInside(path: string, elements: ReadonlySet<string>): boolean {
  if (elements.size === 0) return false;
  for (let end = path.length; end > 0; end = path.lastIndexOf('>', end - 1)) {
    if (elements.has(path.slice(0, end))) return true;
  }
  return false;
}
