import type { Reading } from '../../../../schemas/values/reading.ts';

/** Number of a template field of a MiCA white paper at the start of a text, in all its spellings: E.1, E.01, F11, G.16 . */
const fieldNumber = /^\s*([A-JS])\s?\.?\s?(\d{1,2})(?![\d.]*\d)/;

/** A page with fewer is no white paper but a page that leads to one. */
const fewestFields = 10;

/** Whether a page is a white paper itself: it has at least ten numbered fields of the template. */
export function hasTemplateFields({ blocks, tables }: Pick<Reading, 'blocks' | 'tables'>): boolean {
  const numbers = new Set<string>();
  const take = (text: string): void => {
    const [, part, number] = fieldNumber.exec(text.slice(0, 40)) ?? [];
    if (part !== undefined) numbers.add(`${part}${Number(number)}`);
  };
  for (const { text } of blocks) take(text);
  for (const { rows } of tables) for (const row of rows) row.forEach(take);
  return numbers.size >= fewestFields;
}
