import type { Reading } from '../../../../../schemas/values/reading.ts';

/** A text of a page, and where it stands: the cell of a table and the cell of a line may be the same print. */
export interface PrintedText {
  readonly page: number;
  readonly y: number;
  readonly x: number;
  readonly text: string;
}

/** The texts of lines that fit. */
export const amountsIn = ({ pages }: Reading, fits: (text: string) => boolean): readonly PrintedText[] =>
  pages.flatMap(({ lines }, page) =>
    lines.flatMap(({ y, cells }) => cells.flatMap(([x, , text]) => (fits(text) ? [{ page, y, x, text }] : []))),
  );

/** The reading with another digit in one printed text, in its line and in its table. */
export function alteredAt(reading: Reading, { page, y, x, text }: PrintedText, place: number, by: number): Reading {
  const digits = [...text.matchAll(/\d/g)].map(({ index }) => index);
  const at = digits[place % digits.length] ?? 0;
  const other = `${text.slice(0, at)}${(Number(text.charAt(at)) + by) % 10}${text.slice(at + 1)}`;
  const replaced = (one: string): string => one.replace(text, other);
  return {
    ...reading,
    pages: reading.pages.map((one, index) =>
      index === page
        ? {
            ...one,
            lines: one.lines.map((line) =>
              line.y === y
                ? {
                    ...line,
                    cells: line.cells.map(([x0, x1, own]) => [x0, x1, x0 === x ? replaced(own) : own] as const),
                  }
                : line,
            ),
            tables: one.tables.map((table) =>
              table.map((row) =>
                row.map(([x0, y0, x1, y1, own]) => {
                  const isHere = y > y0 - 1 && y < y1 + 1 && x >= x0 - 1 && x <= x1 + 1;
                  return [x0, y0, x1, y1, isHere ? replaced(own) : own] as const;
                }),
              ),
            ),
          }
        : one,
    ),
  };
}
