import { isUtf8 } from 'node:buffer';
import { FileRefused } from './file-refused.ts';

/** Yields text piece by piece, without its byte order mark. Throws FileRefused at the first byte that is not UTF-8. */
export async function* utf8Pieces(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0);
  let position = 0;
  for await (const piece of source) {
    const bytes = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
    rest = bytes;
    // The first bytes identify the format: wait until all of them are there, whatever the size of the pieces.
    if (position === 0 && bytes.length < headBytes) continue;
    const end = wholeCharacters(bytes);
    const whole = bytes.subarray(0, end);
    check(whole, position);
    rest = bytes.subarray(end);
    const text = position === 0 ? withoutMark(whole) : whole;
    position += end;
    if (text.length > 0) yield text;
  }
  const end = wholeCharacters(rest);
  const last = rest.subarray(0, end);
  check(last, position);
  if (end < rest.length) throw new FileRefused('ends inside a character: the file is cut off.');
  if (last.length > 0) yield position === 0 ? withoutMark(last) : last;
}

const headBytes = 256;

function check(bytes: Buffer, position: number): void {
  if (position === 0 && isUtf16(bytes)) throw new FileRefused('is UTF-16 text; only UTF-8 is read.');
  const nul = bytes.indexOf(0);
  const invalid = isUtf8(bytes) ? bytes.length : firstInvalid(bytes);
  if (nul >= 0 && nul < invalid) throw new FileRefused(`contains a NUL byte at byte ${position + nul + 1}.`);
  if (invalid === bytes.length) return;
  const shown = (bytes[invalid] ?? 0).toString(16).toUpperCase();
  throw new FileRefused(
    `is not UTF-8: byte 0x${shown} at byte ${position + invalid + 1} belongs to another encoding, such as Windows-1252.`,
  );
}

/** Offset of the first byte that the decoder replaces with U+FFFD. */
function firstInvalid(bytes: Buffer): number {
  let at = 0;
  for (const part of bytes.toString('utf8').split('\ufffd')) {
    at += Buffer.byteLength(part);
    if (!bytes.subarray(at, at + replacement.length).equals(replacement)) return at;
    at += replacement.length;
  }
  return bytes.length;
}

const replacement = Buffer.from('\ufffd');

function isUtf16(bytes: Buffer): boolean {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) return true;
  const sample = bytes.subarray(0, 200);
  return bytes.length >= 4 && sample.filter((byte) => byte === 0).length * 3 > sample.length;
}

/** Offset at which an incomplete last character begins; the length when there is none. */
function wholeCharacters(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) return bytes.length;
    if (byte < 0xc0) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
    return length > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}

const mark = Buffer.from('\ufeff');
const hasMark = (bytes: Buffer): boolean => bytes.subarray(0, mark.length).equals(mark);

function withoutMark(bytes: Buffer): Buffer {
  if (!hasMark(bytes)) return bytes;
  const text = bytes.subarray(mark.length);
  if (hasMark(text)) throw new FileRefused('begins with two byte order marks.');
  return text;
}
