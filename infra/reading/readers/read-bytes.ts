import type { Reading } from '../../../schemas/values/reading.ts';
import type { ReaderRequest } from '../messages.ts';
import { containerOf } from './class-of.ts';
import { decodeDocument } from './decode.ts';
import { readHtml } from './html/read-html.ts';
import { readJson } from './json.ts';
import { createNotes, type Notes } from './notes.ts';
import { NotReadable } from './not-readable.ts';
import { readPdf } from './pdf/read-pdf.ts';
import { readPlainText } from './plain-text.ts';

export interface BytesRead {
  readonly reading: Reading;
  /** Why the reading is not whole; null when it is. */
  readonly reason: string | null;
}

/** Reads a document by its class. Throws NotReadable with a sentence, or whatever a library throws on damaged bytes. */
export async function readBytes(bytes: Buffer, request: ReaderRequest): Promise<BytesRead> {
  if (bytes.length === 0) throw new NotReadable('the document is empty (0 bytes)');
  const notes = createNotes();
  const reading = await readKind(bytes, request, notes);
  return { reading: { ...reading, alarms: notes.alarms() }, reason: notes.reason() };
}

async function readKind(bytes: Buffer, request: ReaderRequest, notes: Notes): Promise<Reading> {
  const container = request.class ?? containerOf(bytes);
  if (container === 'pdf') return readPdf(bytes, notes);
  const text = decodeDocument(bytes, request.charset, notes);
  switch (container) {
    case 'json':
      return readJson(text, notes);
    case 'text':
      return readPlainText(text, notes);
    case 'html':
      return readHtml(text, notes);
    default:
      throw new NotReadable(`documents of the class ${container} are not read`);
  }
}
