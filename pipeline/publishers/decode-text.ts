import type { SnapshotFile } from '../ingest/feed.ts';

export type DecodedText =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly reason: string };

/** UTF-8 text of a published file without its byte order mark, or a sentence that says what the file is instead. */
export function decodeText({ name, bytes }: SnapshotFile, expected: 'CSV' | 'JSON'): DecodedText {
  const no = (reason: string): DecodedText => ({ ok: false, reason: `${name} ${reason}` });
  if (bytes.length === 0) return no('is empty (0 bytes).');
  if (isUtf16(bytes)) return no('is UTF-16 text; this source is published in UTF-8.');
  const nul = bytes.indexOf(0);
  if (nul >= 0) return no(`contains a NUL byte at byte ${nul + 1} (line ${lineAt(bytes, nul)}).`);
  const invalid = firstInvalidUtf8(bytes);
  if (invalid !== null) {
    return no(
      `is not UTF-8: byte 0x${(bytes[invalid] ?? 0).toString(16).toUpperCase()} at line ${lineAt(bytes, invalid)} ` +
        'belongs to another encoding, such as Windows-1252.',
    );
  }
  const text = bytes.toString('utf8').replace(/^\ufeff+/, '');
  if (text.trim() === '') return no('holds nothing but whitespace.');
  if (/^\s*<(?:!doctype|html|head|body|\?xml|!--)/i.test(text)) return no(`is an HTML or XML page, not ${expected}.`);
  return { ok: true, text };
}

function isUtf16(bytes: Buffer): boolean {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) return true;
  const sample = bytes.subarray(0, 200);
  const zeros = sample.filter((byte) => byte === 0).length;
  return bytes.length >= 4 && zeros * 3 > sample.length;
}

/** Offset of the first byte that is not part of valid UTF-8, null when all are. */
function firstInvalidUtf8(bytes: Buffer): number | null {
  if (isValid(bytes)) return null;
  let valid = 0;
  let invalid = bytes.length;
  while (invalid - valid > 1) {
    const middle = (valid + invalid) >> 1;
    if (isValid(bytes.subarray(0, middle), true)) valid = middle;
    else invalid = middle;
  }
  // The decoder fails at the byte that breaks a sequence off: the foreign byte is the one that began it.
  const isAscii = (bytes[valid] ?? 0) < 0x80;
  return isAscii ? Math.max(0, valid - 1) : valid;
}

/** `cut`: the text may end inside a character. */
function isValid(bytes: Buffer, cut = false): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes, { stream: cut });
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
