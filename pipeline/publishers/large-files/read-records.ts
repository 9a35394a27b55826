import type { OpenBytes } from '../../../infra/artifacts/pieces.ts';
import type { OnRead } from '../../runtime/processor.ts';
import { FileRefused } from './file-refused.ts';
import { createCsvSplitter } from './split-csv.ts';
import { createJsonSplitter } from './split-json.ts';
import { createXmlSplitter } from './split-xml.ts';
import type { FileSummary, Layout, RecordSink, Splitter } from './splitter.ts';
import { utf8Pieces } from './utf8-pieces.ts';

/** Reads a file's content once, in any format that the layout has (XML, JSON, CSV). Throws FileRefused. */
export async function readRecords(
  open: OpenBytes,
  layout: Layout,
  sink: RecordSink,
  onRead: OnRead = () => undefined,
): Promise<FileSummary> {
  let splitter: Splitter | null = null;
  for await (const piece of utf8Pieces(open())) {
    splitter ??= splitterFor(piece, layout, sink);
    splitter?.write(piece);
    onRead(splitter?.records() ?? 0);
  }
  if (splitter === null) throw new FileRefused('holds nothing but whitespace.');
  return splitter.end();
}

/** Chooses the splitter by the first character; null for whitespace. */
function splitterFor(piece: Buffer, layout: Layout, sink: RecordSink): Splitter | null {
  switch (piece.toString('latin1').trimStart().charAt(0)) {
    case '':
      return null;
    case '<':
      return createXmlSplitter(layout, sink);
    case '{':
    case '[':
      if (layout.json === null) throw new FileRefused(`is JSON; ${layout.holds} are published as XML.`);
      return createJsonSplitter({ ...layout, json: layout.json }, sink);
    default:
      if (layout.csv === null) throw new FileRefused('is not XML: it begins with text.');
      return createCsvSplitter({ ...layout, csv: layout.csv }, sink);
  }
}
