import type { Reading } from '../../../schemas/values/reading.ts';
import type { ReaderRequest } from '../messages.ts';
import { containerOf } from './class-of.ts';
import { decodeDocument } from './decode.ts';
import { readHtml } from './html/read-html.ts';
import { mayBeXhtml, readXhtml } from './ixbrl/read-xhtml.ts';
import { readJson } from './json.ts';
import { createNotes, type Notes } from './notes.ts';
import { NotReadable } from './not-readable.ts';
import { readPdf } from './pdf/read-pdf.ts';
import { readPlainText } from './plain-text.ts';
import { unzipDocument } from './zip.ts';

export interface BytesRead {
  readonly reading: Reading;
  /** Why the reading is not whole; null when it is. */
  readonly reason: string | null;
}

/** Reads a document by its class. Throws NotReadable with a sentence, or whatever a library throws on damaged bytes. `onPart` gets what was read so far, after each page of a PDF. */
export async function readBytes(
  bytes: Buffer,
  request: ReaderRequest,
  onPart: (read: Reading) => void = () => undefined,
): Promise<BytesRead> {
  if (bytes.length === 0) throw new NotReadable('the document is empty (0 bytes)');
  const notes = createNotes();
  const reading = await readKind(bytes, request, notes, (part) => onPart({ ...part, alarms: notes.alarms() }));
  return { reading: { ...reading, alarms: notes.alarms() }, reason: notes.reason() };
}

async function readKind(
  bytes: Buffer,
  request: ReaderRequest,
  notes: Notes,
  onPart: (read: Reading) => void,
): Promise<Reading> {
  const container = request.class ?? containerOf(bytes);
  if (container === 'pdf') return readPdf(bytes, notes, onPart);
  if (container === 'zip') {
    const inside = await unzipDocument(bytes);
    if (containerOf(inside) === 'zip') throw new NotReadable('the archive holds another archive');
    return readKind(inside, { class: null, charset: null }, notes, onPart);
  }
  const text = decodeDocument(bytes, request.charset, notes);
  switch (container) {
    case 'json':
      return readJson(text, notes);
    case 'text':
      return readPlainText(text, notes);
    case 'html':
    case 'xhtml':
    case 'ixbrl_esma':
    case 'ixbrl_other':
      return (mayBeXhtml(text) ? readXhtml(text, notes) : null) ?? readHtml(text, notes);
    default:
      throw new NotReadable(`documents of the class ${container} are not read`);
  }
}
