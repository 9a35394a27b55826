import { visibleText } from './visible-text.ts';

const gap = '  ';
/** A column is never cut to less, so a table with many columns may still be wider than a narrow terminal. */
const narrowest = 8;

/**
 * Rows as aligned columns, header first. Cells of the widest columns are cut until a line has at most `width` characters.
 * The first column names the row for other commands, so it is never cut.
 */
export function table(
  header: readonly string[],
  rows: readonly (readonly string[])[],
  width = Number.POSITIVE_INFINITY,
): string {
  const all = [header, ...rows].map((row) => row.map(visibleText));
  const needed = header.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  const widths = fitted(needed, width - gap.length * (header.length - 1));
  return all
    .map((row) =>
      row
        .map((cell, column) => cut(cell, widths[column] ?? 0))
        .join(gap)
        .trimEnd(),
    )
    .join('\n');
}

/** Takes characters from the widest columns, the last of them first. */
function fitted(needed: readonly number[], room: number): readonly number[] {
  const widths = [...needed];
  let excess = widths.reduce((sum, one) => sum + one, 0) - room;
  while (excess > 0 && excess !== Number.POSITIVE_INFINITY) {
    const widest = Math.max(...widths.slice(1));
    if (widest <= narrowest) break;
    widths[widths.lastIndexOf(widest)] = widest - 1;
    excess -= 1;
  }
  return widths;
}

const cut = (cell: string, width: number): string => shortened(cell, width).padEnd(width);

/** Text of at most `width` characters; the last of a longer one is an ellipsis. */
export const shortened = (text: string, width: number): string =>
  text.length <= width ? text : `${text.slice(0, width - 1)}…`;
