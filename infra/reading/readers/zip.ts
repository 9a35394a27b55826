import { crc32 } from 'node:zlib';
import { type Entry, fromBufferPromise } from 'yauzl';
import { NotReadable } from './not-readable.ts';

/** Largest content of an archive, bytes; the same as of an answer that is inflated on its way. */
const mostBytes = 50 * 1024 ** 2;
/** Contents below this size may have any ratio; beyond it, the largest ratio of content to packed file. */
const freeBytes = 1024 ** 2;
const mostRatio = 100;
/** Entries of an archive that are read at most. */
const mostEntries = 10_000;

/** Names that documents have. Other files, such as taxonomies of a report package, stand beside a document. */
const documentName = /\.(?:xhtml|html?|pdf|json|txt|md)$/i;
/** Files that archivers and report packages add. */
const besides = /(?:^|\/)(?:__MACOSX\/|META-INF\/|\._|\.DS_Store)/;

/** The only document inside of an archive. Throws NotReadable with a sentence for any other archive. */
export async function unzipDocument(bytes: Buffer): Promise<Buffer> {
  const zip = await readable(() => fromBufferPromise(bytes, { autoClose: false, validateEntrySizes: true }));
  if (zip.entryCount > mostEntries) throw new NotReadable(`the archive has more than ${mostEntries} files`);
  const documents: Entry[] = [];
  await readable(async () => {
    for await (const entry of zip.eachEntry()) {
      if (documentName.test(entry.fileName) && !besides.test(entry.fileName)) documents.push(entry);
    }
  });
  const [entry] = documents;
  if (entry === undefined) throw new NotReadable('the archive has no document that is read');
  if (documents.length > 1) throw new NotReadable(`the archive has ${documents.length} documents; one was expected`);
  const { compressedSize, uncompressedSize } = entry;
  if (entry.isEncrypted()) throw new NotReadable('the archive is encrypted');
  if (uncompressedSize > mostBytes)
    throw new NotReadable(`the document in the archive has more than ${mostBytes} bytes`);
  if (uncompressedSize > freeBytes && uncompressedSize > compressedSize * mostRatio) {
    throw new NotReadable(`the document in the archive is more than ${mostRatio} times larger than it is packed`);
  }
  const content = await readable(async () => {
    const pieces: Buffer[] = [];
    // The library checks the number of inflated bytes against the directory, whose sizes were checked above.
    for await (const piece of (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) pieces.push(piece);
    return Buffer.concat(pieces);
  });
  if (crc32(content) !== entry.crc32) throw new NotReadable('the document in the archive does not fit its checksum');
  return content;
}

async function readable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof NotReadable || !(error instanceof Error)) throw error;
    throw new NotReadable(`the archive is damaged or cut off (${error.message.slice(0, 120)})`);
  }
}
