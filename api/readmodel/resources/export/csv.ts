/** A cell; null and undefined become empty. */
export type Cell = string | number | boolean | null | undefined;

/** One record of RFC 4180, with its line break. */
export const csvLine = (cells: readonly Cell[]): string => `${cells.map(cellText).join(',')}\r\n`;

function cellText(cell: Cell): string {
  if (cell === null || cell === undefined) return '';
  if (typeof cell !== 'string') return String(cell);
  const text = neutral(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * Starts of cells, also after invisible characters (U+FEFF, U+200B …), which programs drop, and after a semicolon, a tab or a
 * line break, which a program may take for a separator.
 */
const beforeFormula = /^(?=\p{Cf}*[=+\-@\t\r\n＝＋－＠])|(?<=[;\t\r\n])(?=\p{Cf}*[=+\-@＝＋－＠])/gu;

/**
 * Puts an apostrophe before text of a source that a spreadsheet would take for a formula (ASVS 1.2.10). The full-width
 * forms count as well, because some programs fold them. Quotes do not help if the comma is not the separator.
 */
const neutral = (text: string): string => text.replaceAll(beforeFormula, "'");
