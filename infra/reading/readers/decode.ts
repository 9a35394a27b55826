import { decodeWindows1252 } from '../../../schemas/values/windows-1252.ts';
import type { Notes } from './notes.ts';

/** Where browsers search for a declared character set. */
const declaredWithin = 1_024;

/**
 * Text of a document: byte order mark, character set of the server, declaration within the first 1,024 bytes, else UTF-8.
 * Bytes that are not valid in it are read as windows-1252, with an alarm. Text of half a surrogate pair is replaced.
 */
export function decodeDocument(bytes: Buffer, charset: string | null, notes: Notes): string {
  const label = markOf(bytes) ?? known(charset) ?? known(declared(bytes)) ?? 'utf-8';
  if (label === 'windows-1252') return decodeWindows1252(bytes);
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes);
  } catch {
    notes.alarm(`the text is not valid ${label}; it is read as windows-1252`);
    return decodeWindows1252(bytes);
  }
}

function markOf(bytes: Buffer): string | null {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : null;
}

function declared(bytes: Buffer): string | null {
  const start = bytes.toString('latin1', 0, declaredWithin);
  return (
    /<meta[^>]{0,200}charset\s*=\s*(?:["']\s*)?([\w.:-]{1,40})/i.exec(start)?.[1] ??
    /^<\?xml[^>]{0,200}encoding\s*=\s*["']([\w.:-]{1,40})/.exec(start)?.[1] ??
    null
  );
}

/** The label as the decoder knows it; null when it knows none. UTF-16 in the bytes themselves cannot be true. */
function known(label: string | null): string | null {
  if (label === null) return null;
  try {
    const { encoding } = new TextDecoder(label);
    return encoding.startsWith('utf-16') ? 'utf-8' : encoding;
  } catch {
    return null;
  }
}
