/**
 * XML markup in bytes. A start is the offset of `<`; an end is the offset after `>`, or -1 when the bytes end before
 * it.
 */
import { FileRefused } from './file-refused.ts';

export const lt = 0x3c;
export const gt = 0x3e;
export const slash = 0x2f;
export const bang = 0x21;
export const question = 0x3f;
const quote = 0x22;
const apostrophe = 0x27;
const colon = 0x3a;

/** End of a start or end tag. A `>` inside an attribute value does not end it. */
export function skipTag(bytes: Buffer, start: number): number {
  for (let at = start + 1; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === gt) return at + 1;
    if (byte === quote || byte === apostrophe) {
      at = bytes.indexOf(byte, at + 1);
      if (at < 0) return -1;
    }
  }
  return -1;
}

export const isSelfClosing = (bytes: Buffer, end: number): boolean => bytes[end - 2] === slash;

/** Name of a tag without its prefix; `at` is the offset of the name. */
export function localName(bytes: Buffer, at: number): Buffer {
  let from = at;
  let to = at;
  for (; to < bytes.length; to += 1) {
    const byte = bytes[to] ?? 0;
    if (byte === colon) from = to + 1;
    if (byte === gt || byte === slash || byte <= 0x20) break;
  }
  return bytes.subarray(from, to);
}

/** End of a comment, CDATA section, processing instruction or XML declaration. Throws FileRefused for a DOCTYPE. */
export function endOfMarkup(bytes: Buffer, start: number): number {
  const second = bytes[start + 1];
  if (second === question) {
    const end = bytes.indexOf('?>', start + 2);
    if (end >= 0) checkDeclaration(bytes.toString('latin1', start, end));
    return end < 0 ? end : end + 2;
  }
  if (second !== bang) throw new FileRefused('is not well-formed XML: a < is followed by no name.');
  const head = bytes.toString('latin1', start + 2, start + 9);
  if (head.startsWith('--')) return after(bytes, '-->', start + 4);
  if (head === '[CDATA[') return after(bytes, ']]>', start + 9);
  if (head.toUpperCase() === 'DOCTYPE') {
    const kind = bytes.toString('latin1', start + 9, start + 15).trim();
    throw new FileRefused(
      /^html/i.test(kind) ? 'is an HTML page, not a data file.' : 'has a DOCTYPE, which is never read.',
    );
  }
  if (bytes.length - start >= 9)
    throw new FileRefused('is not well-formed XML: it has a <! that begins nothing known.');
  return -1;
}

function after(bytes: Buffer, text: string, from: number): number {
  const at = bytes.indexOf(text, from);
  return at < 0 ? at : at + text.length;
}

function checkDeclaration(declaration: string): void {
  if (!/^<\?xml\s/.test(declaration)) return;
  const encoding = /\sencoding\s*=\s*["']([^"']*)["']/.exec(declaration)?.[1] ?? 'UTF-8';
  if (!/^utf-?8$/i.test(encoding) && !/^us-ascii$/i.test(encoding)) {
    throw new FileRefused(`declares the encoding ${encoding.slice(0, 40)}; only UTF-8 is read.`);
  }
}
