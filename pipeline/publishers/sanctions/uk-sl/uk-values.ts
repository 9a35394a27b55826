/** Cells of the UK lists. */
import { lineOf } from '../line-of.ts';
import { partialDate } from '../partial-date.ts';

/**
 * Reads `28/09/1955`, a year alone, or `13-Feb-2026`. Unknown parts are zeros or letters: `00/09/1962`, `dd/mm/1975`.
 * Null when the text is no date.
 */
export function readUkDate(text: string): string | null {
  const [, numericDay, numericMonth, numericYear] = /^(?:(?:(\d{1,2}|dd)\/)?(\d{1,2}|mm)\/)?(\d{4})$/.exec(text) ?? [];
  if (numericYear !== undefined) {
    const month = knownPart(numericMonth);
    return partialDate(Number(numericYear), month, month === null ? null : knownPart(numericDay));
  }
  const [, day, month = '', year] = /^(\d{1,2})-([A-Z][a-z]{2})-(\d{4})$/.exec(text) ?? [];
  return year === undefined ? null : partialDate(Number(year), months.indexOf(month) + 1, Number(day));
}

const knownPart = (text: string | undefined): number | null => Number(text?.replace(/\D/g, '') ?? 0) || null;
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** The values of a cell that may hold several: `(1) Iran (2) Iraq`, `Iran|Iraq`, `Iran; Iraq`, one on each line. */
export function splitValues(cell: string): readonly string[] {
  if (cell === '') return [];
  return cell
    .split(/(?:^|\s)\(\d{1,2}\)(?:\s|$)|[|;\n]/)
    .map((value) => lineOf(lineOf(value).replace(/,$/, '')))
    .filter((value) => value !== '' && !noValues.has(value.toLowerCase()));
}

const noValues: ReadonlySet<string> = new Set(['-', 'n/a', 'na', 'none', 'unknown', 'not known']);

/** The seven digits of an IMO number, which may have IMO in front; null for other texts. */
export const readImo = (text: string): string | null => /^(?:IMO\W{0,3})?(\d{7})$/i.exec(text)?.[1] ?? null;

/** Labelled facts in the free text of the consolidated list: `(Website):www.example.org (Parent company):X`. */
export function labelledFacts(information: string): ReadonlyMap<string, string> {
  const facts = new Map<string, string>();
  if (!information.includes('):')) return facts;
  const parts = information.split(/\(([A-Z][A-Za-z /]{1,40})\)\s?:/);
  for (let at = 1; at + 1 < parts.length; at += 2) {
    const label = (parts[at] ?? '').toLowerCase();
    if (!facts.has(label)) facts.set(label, (parts[at + 1] ?? '').trim());
  }
  return facts;
}
