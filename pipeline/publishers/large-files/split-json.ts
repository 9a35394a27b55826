import { fileLimits } from '../../../schemas/file-limits.ts';
import { FileRefused } from './file-refused.ts';
import { readJsonRecord } from './record-json.ts';
import {
  type FileSummary,
  type Layout,
  carrying,
  checkSize,
  passRecord,
  type RecordSink,
  type Splitter,
} from './splitter.ts';

const quote = 0x22;
const backslash = 0x5c;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const openBracket = 0x5b;
const closeBracket = 0x5d;
/** JSON is read from GLEIF alone: the identifier is an LEI. */
const idLength = 20;

/**
 * Splits a JSON file into records: an array of objects, or an object with such an array under the source's member name. Tracks
 * strings and brackets byte by byte, and parses only objects that contain a requested identifier anywhere.
 */
export function createJsonSplitter(layout: Layout & { readonly json: string }, sink: RecordSink): Splitter {
  const { json, xml, idPath, holds } = layout;
  let records = 0;
  /** Open brackets outside records. */
  const open: number[] = [];
  let lastString = '';
  let isDone = false;

  const record = (bytes: Buffer, isWanted: boolean): void => {
    records += 1;
    if (!isWanted && sink.pass === undefined) return;
    const read = readJsonRecord(bytes, xml.record, records);
    const id = read.text(idPath.join('.'));
    passRecord(sink, layout, { id, number: records, bytes }, () => read);
  };
  const isInRecords = (): boolean =>
    open.at(-1) === openBracket && (open.length === 1 || (open.length === 2 && lastString === json));

  const scan = (bytes: Buffer): number => {
    let at = 0;
    for (;;) {
      const byte = bytes[at];
      if (byte === undefined) return at;
      if (isDone && byte > 0x20) throw new FileRefused('has text after its end.');
      if (byte === openBrace && isInRecords()) {
        const found = skimObject(bytes, at, sink.wants, records + 1);
        if (found === null) return at;
        checkSize(found.end - at, records);
        record(bytes.subarray(at, found.end), found.isWanted);
        at = found.end;
        continue;
      }
      if (byte === quote) {
        const end = endOfString(bytes, at + 1);
        if (end < 0) return at;
        checkSize(end - at, records);
        if (open.length === 1 && open[0] === openBrace) lastString = bytes.toString('utf8', at + 1, end);
        at = end + 1;
        continue;
      }
      if (byte === openBrace || byte === openBracket) {
        if (open.length === 1 && open[0] === openBrace && byte === openBracket && lastString !== json) {
          throw new FileRefused(
            `holds ${JSON.stringify(lastString.slice(0, 40))} instead of ${json}: it is no file of ${holds}.`,
          );
        }
        open.push(byte);
        if (open.length > fileLimits.large.depth)
          throw new FileRefused(`nests values more than ${fileLimits.large.depth} deep.`);
      } else if (byte === closeBrace || byte === closeBracket) {
        if (open.pop() !== (byte === closeBrace ? openBrace : openBracket)) {
          throw new FileRefused(`is not valid JSON: a bracket after record ${records} closes nothing.`);
        }
        isDone = open.length === 0;
      } else if (open.length === 0 && byte > 0x20) {
        throw new FileRefused('is not JSON: it begins with text.');
      }
      at += 1;
    }
  };

  const carry = carrying(scan, () => records);
  return {
    write: carry.write,
    records: () => records,
    end: (): FileSummary => {
      if (!isDone) throw new FileRefused(`ends after record ${records} before its end: the file is cut off.`);
      return { records, announced: null, content: null, published: null };
    },
  };
}

/** End of the object that begins at `start`, and whether it has a requested LEI; null when the bytes end before it. */
function skimObject(
  bytes: Buffer,
  start: number,
  wants: (id: string) => boolean,
  number: number,
): { readonly end: number; readonly isWanted: boolean } | null {
  let depth = 0;
  let isWanted = false;
  for (let at = start; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === quote) {
      const end = endOfString(bytes, at + 1);
      if (end < 0) return null;
      if (end - at - 1 === idLength) isWanted = isWanted || wants(bytes.toString('latin1', at + 1, end));
      at = end;
    } else if (byte === openBrace || byte === openBracket) {
      depth += 1;
      if (depth > fileLimits.large.depth)
        throw new FileRefused(`nests values more than ${fileLimits.large.depth} deep in record ${number}.`);
    } else if (byte === closeBrace || byte === closeBracket) {
      depth -= 1;
      if (depth === 0) return { end: at + 1, isWanted };
    }
  }
  return null;
}

/** Offset of the closing quote of a string; -1 when the bytes end before it. */
function endOfString(bytes: Buffer, from: number): number {
  for (let at = from; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === quote) return at;
    if (byte === backslash) at += 1;
  }
  return -1;
}
