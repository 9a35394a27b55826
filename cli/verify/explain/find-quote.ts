import { unicodeForm } from '../../../schemas/values/unicode-form.ts';
import { decodeWindows1252 } from '../../../schemas/values/windows-1252.ts';

/** Whether the bytes of a source contain the passage quoted from it. */
export type QuoteFound = 'found' | 'not_found' | 'not_text';

/**
 * Searches a document for a quote, literally and as its format may encode it: a doubled quotation mark in CSV, an
 * escape in JSON, a character reference in XML. Whitespace is collapsed on both sides. Binary formats are not searched.
 */
export function findQuote(quote: string, bytes: Buffer): QuoteFound {
  const text = textOf(bytes);
  if (text === null) return 'not_text';
  const spellings = spellingsOf(quote);
  if (spellings.some((spelling) => text.includes(spelling))) return 'found';
  const collapsed = collapse(text);
  return spellings.some((spelling) => collapsed.includes(collapse(spelling))) ? 'found' : 'not_found';
}

const spellingsOf = (quote: string): readonly string[] => [
  ...new Set([
    quote,
    quote.replaceAll('"', '""'),
    JSON.stringify(quote).slice(1, -1),
    escapedXml(quote),
    escapedXml(quote).replaceAll('"', '&quot;').replaceAll("'", '&apos;'),
  ]),
];

const escapedXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const collapse = (text: string): string => unicodeForm(text, 'NFC').replaceAll(/\s+/g, ' ').trim();

/** Magic bytes of PDF, ZIP and gzip. */
const containers: readonly Buffer[] = [
  Buffer.from('%PDF-'),
  Buffer.from([0x50, 0x4b, 0x03, 0x04]),
  Buffer.from([0x1f, 0x8b]),
];

function textOf(bytes: Buffer): string | null {
  if (containers.some((start) => bytes.subarray(0, start.length).equals(start))) return null;
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  if (bytes.includes(0)) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return decodeWindows1252(bytes);
  }
}
