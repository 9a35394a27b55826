import { fileLimits } from '../../../schemas/file-limits.ts';
import { FileRefused } from './file-refused.ts';
import { bang, endOfMarkup, gt, isSelfClosing, localName, lt, question, skipTag, slash } from './xml-markup.ts';

/** A record's end, and the identifier at the given path; null when the record has none. */
export interface SkimmedRecord {
  readonly end: number;
  readonly id: string | null;
}

/** Least number of elements open around a record: root and container. */
const around = 2;

/**
 * Finds the end of the record element that begins at `start`, and reads only the text at `path`. Null when the bytes end
 * before the record does. One pass, one comparison per byte: reading a file of gigabytes spends its time here.
 */
export function skimRecord(
  bytes: Buffer,
  start: number,
  path: readonly Buffer[],
  number: number,
): SkimmedRecord | null {
  const length = bytes.length;
  let depth = 0;
  let matched = 0;
  let id: string | null = null;
  let at = start;
  for (;;) {
    const second = bytes[at + 1];
    if (second === undefined) return null;
    if (second === bang || second === question) {
      at = endOfMarkup(bytes, at);
      if (at < 0) return null;
    } else if (second === slash) {
      while (at < length && bytes[at] !== gt) at += 1;
      if (at >= length) return null;
      at += 1;
      depth -= 1;
      if (matched > 0 && matched === depth) matched -= 1;
      if (depth === 0) return { end: at, id };
    } else {
      const end = skipTag(bytes, at);
      if (end < 0) return null;
      // The record itself is at depth 1, the first name of the path at depth 2.
      const isNext = id === null && depth > 0 && matched === depth - 1 && isNamed(bytes, at, path[matched]);
      if (isSelfClosing(bytes, end)) {
        if (depth === 0) return { end, id };
      } else {
        if (isNext) {
          matched += 1;
          if (matched === path.length) id = textAt(bytes, end);
        }
        depth += 1;
        if (depth + around > fileLimits.large.depth) {
          throw new FileRefused(`nests elements more than ${fileLimits.large.depth} deep in record ${number}.`);
        }
      }
      at = end;
    }
    while (at < length && bytes[at] !== lt) at += 1;
    if (at >= length) return null;
  }
}

const isNamed = (bytes: Buffer, start: number, name: Buffer | undefined): boolean =>
  name !== undefined && (name.equals(anyName) || localName(bytes, start + 1).equals(name));

const anyName = Buffer.from('*');

/** Text up to the next markup. An identifier has no character that XML escapes. */
function textAt(bytes: Buffer, from: number): string | null {
  const to = bytes.indexOf(lt, from);
  const text = to < 0 ? '' : bytes.toString('latin1', from, to).trim();
  return text === '' ? null : text;
}
