import type { DocumentCapture } from '../../../schemas/generated/records.ts';
import { partitions } from '../worlds/observer.ts';
import type { DocumentsState } from '../worlds/documents/documents-state.ts';

/** What the newest capture of a document has read. */
interface Read {
  readonly sha256: string;
  readonly host: string;
}

/**
 * Returns the check of what is captured: call it at every commit. A capture names bytes and a reading that are stored, bytes
 * that its site has published, and no bytes that were read already at the same host. Bytes that were found unmodified were
 * read, and not once more.
 */
export function createDocumentCheck(state: DocumentsState): () => void {
  const { simulation, observer, codec, artifacts, sites, wholeReadings, readForRequest } = state;
  const checkedUpTo = new Map<number, number>();
  const lastRead = new Map<string, Read>();
  const newestAsOf = new Map<string, number>();
  /** The bytes that are the document, as far as the log has it. */
  const currentBytes = new Map<string, string>();
  const check = (capture: DocumentCapture): void => {
    const { captureId, documentId, sha256, finalUrl, reading, obtained, outcome, measures, asOf } = capture;
    const violate = (what: string): void => simulation.violate('document-captures', `capture ${captureId} ${what}`);
    if (sha256 === null) return;
    if (!artifacts.has(sha256)) violate(`names ${sha256}, whose bytes are not stored`);
    const text = reading?.sha256 ?? null;
    if (text !== null && !artifacts.has(text)) violate(`names the reading ${text}, which is not stored`);
    if (obtained !== 'not_modified' && outcome === 'not_modified') {
      if (reading?.ended === 'failed') violate(`leaves ${sha256} unread, whose reading failed`);
      if (obtained === 'fetched' && readForRequest.has(sha256))
        violate(`is of ${sha256}, which was read once more to find that it is the same`);
    }
    // A fetch that began before a file was imported does not know of it.
    if (obtained === 'imported') lastRead.delete(documentId);
    // Nor is one of use that is appended after a later one, or a reading of bytes that others have replaced since.
    const isLate =
      obtained === 'reread' ? sha256 !== currentBytes.get(documentId) : asOf <= (newestAsOf.get(documentId) ?? -1);
    newestAsOf.set(documentId, Math.max(newestAsOf.get(documentId) ?? 0, asOf));
    // What could not be read is read again.
    if (reading?.ended === 'failed') lastRead.delete(documentId);
    if (measures === null || reading === null) return;
    if (text === null || !wholeReadings.has(text)) violate(`has measures of a document that was not read whole`);
    if (!sites.some(({ published }) => published.has(sha256))) violate(`has read ${sha256}, which no site published`);
    const read = { sha256, host: new URL(finalUrl ?? 'none:').host };
    const before = lastRead.get(documentId);
    if (obtained === 'fetched' && before?.sha256 === sha256 && before.host === read.host) {
      violate(`has read ${sha256} again (${outcome})`);
    }
    if (obtained === 'imported' || !isLate) currentBytes.set(documentId, sha256);
    if (obtained !== 'imported' && !isLate) lastRead.set(documentId, read);
  };
  return () => {
    for (const partition of partitions) {
      for (const { offset, value } of observer.recordsOf(
        'document.captures',
        partition,
        checkedUpTo.get(partition) ?? 0,
      )) {
        checkedUpTo.set(partition, offset + 1);
        if (value !== null) check(codec.decode('document.captures', value));
      }
    }
  };
}
