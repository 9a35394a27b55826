import { fileLimits } from '../../../schemas/file-limits.ts';
import { FileRefused } from './file-refused.ts';
import { readXmlRecord } from './record-xml.ts';
import {
  type FileSummary,
  type Layout,
  carrying,
  checkSize,
  passRecord,
  type RecordSink,
  type Splitter,
} from './splitter.ts';
import { endOfMarkup, isSelfClosing, localName, lt, skipTag, slash } from './xml-markup.ts';
import { skimRecord } from './skim-record.ts';

/**
 * Splits an XML file into records. Tracks tags byte by byte, quotes, comments and CDATA included, so that the depth is
 * exact and a cut-off file is detected. Parses only requested records. Refuses a DOCTYPE.
 */
export function createXmlSplitter(layout: Layout, sink: RecordSink): Splitter {
  const { xml, idPath, holds } = layout;
  const [root = ''] = xml.around;
  const container = xml.around.at(-1) ?? root;
  const stated = new Set(Object.values(xml.stated));
  const open: { readonly name: string; readonly tag: string }[] = [];
  const header = new Map<string, string>();
  const path = idPath.map((name) => Buffer.from(name));
  const recordName = Buffer.from(xml.record);
  let records = 0;
  let rootSeen = false;

  const record = (bytes: Buffer, id: string | null): void => {
    records += 1;
    passRecord(sink, layout, { id: id ?? '', number: records, bytes }, () =>
      readXmlRecord(bytes, { startTags: open.map(({ tag }) => tag) }, records),
    );
  };
  const isInContainer = (): boolean =>
    open.length === xml.around.length && open.every(({ name }, depth) => name === xml.around[depth]);

  /** Consumes complete markup; returns the offset at which incomplete markup begins. */
  const scan = (bytes: Buffer): number => {
    let at = 0;
    for (;;) {
      const start = bytes.indexOf(lt, at);
      if (start < 0) return at;
      checkSize(start - at, records);
      readText(bytes, at, start);
      const second = bytes[start + 1];
      if (second === undefined) return start;
      if (isInContainer() && isNameStart(second) && localName(bytes, start + 1).equals(recordName)) {
        const found = skimRecord(bytes, start, path, records + 1);
        if (found === null) return start;
        checkSize(found.end - start, records);
        record(bytes.subarray(start, found.end), found.id);
        at = found.end;
        continue;
      }
      const end = isNameStart(second)
        ? startTag(bytes, start)
        : second === slash
          ? endTag(bytes, start)
          : endOfMarkup(bytes, start);
      if (end < 0) return start;
      checkSize(end - start, records);
      at = end;
    }
  };
  const readText = (bytes: Buffer, from: number, to: number): void => {
    // Also empty when the previous call stopped at incomplete markup after this text.
    if (from === to) return;
    const place = open
      .slice(1)
      .map(({ name }) => name)
      .join('/');
    if (stated.has(place)) {
      header.set(place, bytes.toString('utf8', from, to).trim());
    } else if (open.length === 0 && bytes.toString('utf8', from, to).trim() !== '') {
      throw new FileRefused(rootSeen ? 'has text after its root element.' : 'is not XML: it begins with text.');
    }
  };
  const startTag = (bytes: Buffer, start: number): number => {
    const end = skipTag(bytes, start);
    if (end < 0) return end;
    const name = localName(bytes, start + 1).toString('utf8');
    if (open.length === 0) checkRoot(name);
    const isKnown = xml.beside.includes(name) || xml.around[open.length] === name;
    if ((open.length === 1 || isInContainer()) && !isKnown) {
      const parent = open.length === 1 ? root : container;
      sink.alarms.add(
        'unknown elements',
        `The element ${name.slice(0, 60)} of ${parent} is not known; it is not read.`,
      );
    }
    if (isSelfClosing(bytes, end)) return end;
    open.push({ name, tag: bytes.toString('utf8', start, end) });
    if (open.length > fileLimits.large.depth)
      throw new FileRefused(`nests elements more than ${fileLimits.large.depth} deep.`);
    return end;
  };
  const checkRoot = (name: string): void => {
    if (rootSeen) throw new FileRefused('has a second root element.');
    rootSeen = true;
    if (/^html$/i.test(name)) throw new FileRefused(`is an HTML page, not ${holds}.`);
    if (name !== root) {
      throw new FileRefused(
        `holds the root element ${name.slice(0, 60)} instead of ${root}: it is no file of ${holds}.`,
      );
    }
  };
  const endTag = (bytes: Buffer, start: number): number => {
    const end = skipTag(bytes, start);
    if (end < 0) return end;
    const name = localName(bytes, start + 2).toString('utf8');
    const closes = open.pop()?.name;
    if (name !== closes) {
      throw new FileRefused(`is not well-formed XML: ${name.slice(0, 60)} ends where ${closes ?? 'nothing'} is open.`);
    }
    return end;
  };

  const carry = carrying(scan, () => records);
  return {
    write: carry.write,
    records: () => records,
    end: (): FileSummary => {
      const rest = carry.rest();
      const isCut = open.length > 0 || rest.toString('utf8').trim() !== '';
      if (!rootSeen && !isCut) throw new FileRefused('holds nothing but whitespace.');
      if (!rootSeen && rest[0] !== lt) throw new FileRefused('is not XML: it begins with text.');
      if (open.length === 0 && rest[0] !== lt && isCut) throw new FileRefused('has text after its root element.');
      if (isCut) throw new FileRefused(`ends after record ${records} before its end: the file is cut off.`);
      const { records: count = '', content = '', published = '' } = xml.stated;
      const announced = Number.parseInt(header.get(count) ?? '', 10);
      return {
        records,
        announced: Number.isNaN(announced) ? null : announced,
        content: header.get(content) ?? null,
        published: header.get(published) ?? null,
      };
    },
  };
}

const isNameStart = (byte: number): boolean =>
  (byte >= 0x61 && byte <= 0x7a) || (byte >= 0x41 && byte <= 0x5a) || byte === 0x5f || byte >= 0x80;
