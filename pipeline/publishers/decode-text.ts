import { isUtf8 } from 'node:buffer';
import type { SnapshotFile } from '../ingest/feed.ts';
import { fileLimits, isItTheFile } from '../../schemas/file-limits.ts';

export type TextFormat = 'CSV' | 'JSON' | 'XML';

export type DecodedText =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly reason: string };

/** UTF-8 text of a published file without its byte order mark, or a sentence that names what the file is instead. */
export function decodeText(file: SnapshotFile, expected: TextFormat): DecodedText {
  const reason = notText(file, expected);
  if (reason !== null) return { ok: false, reason };
  const text = file.bytes.toString('utf8').replace(/^\ufeff+/, '');
  if (text.trim() === '') return { ok: false, reason: `${file.name} holds nothing but whitespace.` };
  return { ok: true, text };
}

/**
 * A sentence that names what the file is instead of UTF-8 text in the expected format; null when it may be such text.
 * Checks the bytes without decoding them, so a reader that works in slices can call it first.
 */
export function notText({ name, bytes }: SnapshotFile, expected: TextFormat): string | null {
  if (bytes.length === 0) return `${name} is empty (0 bytes).`;
  if (bytes.length > fileLimits.bytes) {
    return `${name} has ${bytes.length} bytes; more than ${fileLimits.bytes} are not read. ${isItTheFile}`;
  }
  const container = containers.find(({ magic }) => magic.every((byte, index) => bytes[index] === byte));
  if (container !== undefined) return `${name} is ${container.label}, not ${expected}.`;
  if (isUtf16(bytes)) return `${name} is UTF-16 text; this source is published in UTF-8.`;
  const nul = bytes.indexOf(0);
  if (nul >= 0) return `${name} contains a NUL byte at byte ${nul + 1} (line ${lineAt(bytes, nul)}).`;
  const invalid = firstInvalidUtf8(bytes);
  if (invalid !== null) {
    return (
      `${name} is not UTF-8: byte 0x${(bytes[invalid] ?? 0).toString(16).toUpperCase()} at line ` +
      `${lineAt(bytes, invalid)} belongs to another encoding, such as Windows-1252.`
    );
  }
  const start = bytes.toString('utf8', 0, 2000).replace(/^\ufeff+/, '');
  if (expected === 'XML') return html.test(start) ? `${name} is an HTML page, not XML.` : null;
  return markup.test(start) ? `${name} is an HTML or XML page, not ${expected}.` : null;
}

const html = /^\s*<(?:!doctype\s+html|html|head|body)\b/i;
const markup = /^\s*<(?:!doctype|html|head|body|\?xml|!--)/i;

const containers: readonly { readonly label: string; readonly magic: readonly number[] }[] = [
  { label: 'compressed with gzip', magic: [0x1f, 0x8b] },
  { label: 'a ZIP archive', magic: [0x50, 0x4b, 0x03, 0x04] },
  { label: 'a PDF document', magic: [0x25, 0x50, 0x44, 0x46] },
];

function isUtf16(bytes: Buffer): boolean {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) return true;
  const sample = bytes.subarray(0, 200);
  const zeros = sample.filter((byte) => byte === 0).length;
  return bytes.length >= 4 && zeros * 3 > sample.length;
}

/** Bytes per step of the search for the first invalid byte. */
const window = 65_536;

/** Offset of the first byte that is not part of valid UTF-8; null when all bytes are valid. */
function firstInvalidUtf8(bytes: Buffer): number | null {
  if (isUtf8(bytes)) return null;
  let start = 0;
  let end = windowEnd(bytes, start);
  while (end < bytes.length && isUtf8(bytes.subarray(start, end))) {
    start = end;
    end = windowEnd(bytes, start);
  }
  const part = bytes.subarray(start, end);
  let valid = 0;
  let invalid = part.length;
  while (invalid - valid > 1) {
    const middle = (valid + invalid) >> 1;
    if (isStartOfUtf8(part.subarray(0, middle))) valid = middle;
    else invalid = middle;
  }
  // The decoder fails at the byte after an incomplete sequence. The invalid byte is the one that began the sequence.
  const isAscii = (part[valid] ?? 0) < 0x80;
  return start + (isAscii ? Math.max(0, valid - 1) : valid);
}

/** End of a window that splits no character. */
function windowEnd(bytes: Buffer, start: number): number {
  const most = Math.min(bytes.length, start + window);
  for (let end = most; end > most - 4 && end < bytes.length; end -= 1) {
    if (((bytes[end] ?? 0) & 0xc0) !== 0x80) return end;
  }
  return most;
}

/** Whether the bytes are valid UTF-8, apart from an incomplete last character. */
function isStartOfUtf8(bytes: Buffer): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}

/** Line of a byte offset, counted from 1. */
function lineAt(bytes: Buffer, offset: number): number {
  let line = 1;
  for (let at = bytes.indexOf(10); at >= 0 && at < offset; at = bytes.indexOf(10, at + 1)) line += 1;
  return line;
}
