import type { DocumentClass } from '../../../../schemas/vocabulary.ts';
import type { ReadDocument } from '../../../../schemas/values/reading.ts';
import { reader } from '../../../../schemas/values/reading.ts';
import type { DocumentReading } from '../../../../schemas/generated/records.ts';
import { ruleSetName } from '../../../documents/reading/rule-set.ts';
import type { ReadBody } from '../sites/gate.ts';

/** Reads a document in a process of its own. */
export type ReadDocumentBytes = (
  bytes: Buffer,
  options: { readonly charset: string | null; readonly signal: AbortSignal },
) => Promise<ReadDocument>;

/** A body with what a reader made of it. */
export async function readBody(
  bytes: Buffer,
  contentType: string | null,
  read: ReadDocumentBytes,
  signal: AbortSignal,
): Promise<ReadBody> {
  const made = await read(bytes, { charset: charsetOf(contentType), signal });
  return { bytes, documentClass: made.reading?.class ?? classByStart(bytes), read: made };
}

const charsetOf = (contentType: string | null): string | null =>
  /;\s*charset\s*=\s*(?:["']\s*)?([\w.:-]{1,40})/i.exec(contentType ?? '')?.[1] ?? null;

/** The class of a document by its first bytes, for one that could not be read, or was not. */
export function classByStart(bytes: Buffer): DocumentClass {
  if (bytes.subarray(0, 1024).includes('%PDF-')) return 'pdf';
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) return 'zip';
  return /^\s*</.test(bytes.toString('latin1', 0, 1024)) ? 'html' : 'other';
}

/** The reading as a record names it. */
export const readingRecord = ({ ended, reason, limit }: ReadDocument, sha256: string | null): DocumentReading => ({
  reader: reader.name,
  version: reader.version,
  rules: ruleSetName,
  sha256,
  ended,
  reason,
  limit,
});
