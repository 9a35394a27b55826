import { viewOf } from '../../../pipeline/documents/reading/document-view.ts';
import { rowsOf } from '../../../pipeline/documents/reading/report/rows.ts';
import { unicodeForm } from '../../../schemas/values/unicode-form.ts';
import type { Reading } from '../../../schemas/values/reading.ts';

type SearchResult = 'found' | 'not_found';

/**
 * Whether the recorded reading of a document has a quote: in a passage, a template cell, a row of a table, a fact or a
 * member. The bytes of a PDF never contain it, and its lines are parted by columns, so the reading is searched as the rules
 * see it. Null for bytes that are no reading: an imported observation may name what another program read.
 */
export const findInReading = (quote: string, bytes: Buffer): SearchResult | null => searchOf(bytes)?.(quote) ?? null;

/** The same for several quotes of one reading, whose texts are made once. */
export function searchOf(bytes: Buffer): ((quote: string) => SearchResult) | null {
  const reading = readingOf(bytes);
  if (reading === null) return null;
  const { passages, template } = viewOf(reading, { kind: 'page', profile: { id: 'page' }, url: '', isWhole: true });
  const texts = [
    ...passages.map(({ text }) => text),
    ...[...template.cells.values()].flat().map(({ text }) => text),
    ...reading.tables.flatMap(({ rows }) => rows.flat()),
    ...reading.facts.flatMap(({ value, shown }) => [value ?? '', shown]),
    ...reading.members.map(({ value }) => value),
    ...rowsOf(reading).map((row) => row.quote),
  ].map(collapsed);
  return (quote) => {
    const sought = collapsed(quote);
    return texts.some((text) => text.includes(sought)) ? 'found' : 'not_found';
  };
}

const collapsed = (text: string): string => unicodeForm(text, 'NFC').replaceAll(/\s+/g, ' ').trim();

function readingOf(bytes: Buffer): Reading | null {
  try {
    const read = JSON.parse(bytes.toString('utf8')) as Partial<Reading> | null;
    return read?.form === 1 && Array.isArray(read.pages) ? (read as Reading) : null;
  } catch {
    return null;
  }
}
