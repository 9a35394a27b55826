/** A cell: null and what is left out are empty. */
export type Cell = string | number | boolean | null | undefined;

/** One record as RFC 4180 has it, with its line break. */
export const csvLine = (cells: readonly Cell[]): string => `${cells.map(cellText).join(',')}\r\n`;

function cellText(cell: Cell): string {
  if (cell === null || cell === undefined) return '';
  if (typeof cell !== 'string') return String(cell);
  const text = neutral(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Where a cell begins: also behind a semicolon, a tab or a line break, which a program may take for the separator. */
const beforeFormula = /^(?=[=+\-@\t\r\n＝＋－＠])|(?<=[;\t\r\n])(?=[=+\-@＝＋－＠])/g;

/**
 * Text of a source that a spreadsheet would take for a formula gets an apostrophe in front (ASVS 1.2.10). The full-width
 * forms count as well: some programs fold them. Quotes do not help where commas are no separators.
 */
const neutral = (text: string): string => text.replaceAll(beforeFormula, "'");
