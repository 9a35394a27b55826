import { SaxesParser } from 'saxes';
import type { SnapshotFile } from '../../ingest/feed.ts';
import { notText } from '../decode-text.ts';
import { shown } from '../alarm-list.ts';
import { NotReadable } from './not-readable.ts';
import { recordBuilder, type XmlLayout, type XmlRoot } from './record-builder.ts';
import { referenceCounter } from './reference-count.ts';
import { parserErrorText } from './parser-error-text.ts';
import type { XmlElement } from './xml-element.ts';
import { fileLimits } from '../../../schemas/file-limits.ts';

export type ReadXml =
  | {
      readonly ok: true;
      readonly root: XmlRoot;
      /** Paths of elements that are neither records nor their containers, without repeats; at most twenty. */
      readonly unknown: readonly string[];
    }
  | { readonly ok: false; readonly reason: string };

const xmlLimits = fileLimits.xml;

/** Bytes passed to the parser per call. */
const sliceBytes = 65_536;

/**
 * Reads the records of an XML document, one at a time and in document order, so that memory does not grow with the
 * file. Strict: UTF-8, well-formed, complete, without a document type declaration, within `fileLimits`. Refuses anything
 * else with a sentence that names line and cause. By then, the records before the error have already been passed on.
 */
export function readXml(
  file: SnapshotFile,
  layout: XmlLayout,
  onRecord: (record: XmlElement, path: string) => void,
): ReadXml {
  const reason = notText(file, 'XML') ?? notXml(file);
  if (reason !== null) return { ok: false, reason };
  const builder = recordBuilder(layout, onRecord);
  const parser = new SaxesParser({ position: false });
  try {
    const root = parseAll(parser, file.bytes, builder);
    return { ok: true, root, unknown: builder.unknown() };
  } catch (error) {
    if (!(error instanceof NotReadable)) throw error;
    return { ok: false, reason: `${file.name} line ${parser.line} ${error.message}.` };
  }
}

/** Names what the file is instead, if its first characters cannot begin XML in UTF-8; null otherwise. */
function notXml({ name, bytes }: SnapshotFile): string | null {
  const start = bytes.toString('utf8', 0, 1000);
  if (start.startsWith('\ufeff\ufeff')) return `${name} begins with two byte order marks.`;
  const text = start.replace(/^\ufeff/, '').trimStart();
  if (text === '') return bytes.toString('utf8').trim() === '' ? `${name} holds nothing but whitespace.` : null;
  if (!text.startsWith('<')) return `${name} is not XML: it begins with ${shown(text)}.`;
  const [, encoding] = /^<\?xml\s[^?]*?encoding\s*=\s*["']([^"']*)["']/.exec(text) ?? [];
  if (encoding === undefined || /^(?:utf-?8|us-ascii|ascii)$/i.test(encoding)) return null;
  return `${name} declares the encoding ${encoding}; this source is published in UTF-8.`;
}

function parseAll(parser: SaxesParser, bytes: Buffer, builder: ReturnType<typeof recordBuilder>): XmlRoot {
  /** Incremented by every event that ends a text or a tag. */
  let events = 0;
  let ended = false;
  const openNames: string[] = [];

  // Few handlers on purpose: with eight or more, V8 turns the parser into a dictionary object and reading takes eight
  // times as long.
  parser.on('error', ({ message }) => {
    throw new NotReadable(parserErrorText(message, ended, openNames.at(-1) ?? null));
  });
  parser.on('doctype', () => {
    throw new NotReadable('has a document type declaration (DOCTYPE), which this source never publishes');
  });
  parser.on('opentag', (tag) => {
    events += 1;
    openNames.push(tag.name);
    builder.open(tag, parser.line, parser.position);
  });
  parser.on('closetag', () => {
    events += 1;
    openNames.pop();
    builder.close();
  });
  const onText = (text: string): void => {
    events += 1;
    builder.text(text);
  };
  parser.on('text', onText);
  parser.on('cdata', onText);

  const references = referenceCounter();
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let unfinished = 0;
  for (let start = 0; start < bytes.length; start += sliceBytes) {
    const slice = decoder.decode(bytes.subarray(start, start + sliceBytes), { stream: true });
    if (references(slice) > xmlLimits.references) {
      throw new NotReadable(`holds more than ${xmlLimits.references} references in one text`);
    }
    const before = events;
    parser.write(slice);
    unfinished = events === before ? unfinished + slice.length : 0;
    if (unfinished > xmlLimits.text) throw new NotReadable('holds a text, a tag or a comment longer than 256 KiB');
  }
  ended = true;
  parser.close();
  const root = builder.root();
  if (root === null) throw new NotReadable('holds no element: it is cut off or something else');
  return root;
}
