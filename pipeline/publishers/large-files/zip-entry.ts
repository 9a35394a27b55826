/** Reads the only file in a zip archive. Writes nothing to disk and uses no name from the archive. */
import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader, type ZipFile } from 'yauzl';
import type { OpenBytes } from '../../../infra/artifacts/pieces.ts';
import { RetryableError } from '../../../infra/errors.ts';
import { FileRefused } from './file-refused.ts';
import { fileLimits } from '../../../schemas/file-limits.ts';

/** Bytes read from the end of an archive, where its directory is. The directory of one entry is smaller. */
const tailBytes = 160 * 1024;
const { content: maximumContent, ratio: maximumRatio, anyRatioBytes } = fileLimits.large;

/** Opens the content of an archive of one file. Throws FileRefused for any other. */
export async function openZipEntry(open: OpenBytes): Promise<OpenBytes> {
  const { size, tail } = await measure(open);
  const archive = (): Promise<ZipFile> =>
    fromRandomAccessReaderPromise(new PiecewiseReader(open, size, tail), size, {
      autoClose: false,
      decodeStrings: false,
      validateEntrySizes: true,
    });
  const entry = await only(await readable(archive));
  return () => content(archive, entry);
}

async function measure(open: OpenBytes): Promise<{ readonly size: number; readonly tail: Buffer }> {
  let size = 0;
  let tail = Buffer.alloc(0);
  for await (const piece of open()) {
    size += piece.length;
    const joined = Buffer.concat([tail, piece]);
    tail = joined.length > tailBytes ? Buffer.from(joined.subarray(joined.length - tailBytes)) : joined;
  }
  return { size, tail };
}

async function only(zip: ZipFile): Promise<Entry> {
  const found = zip.entryCount;
  if (found !== 1) throw new FileRefused(`is a zip archive of ${found} files; one was expected.`);
  const entry = await readable(async () => {
    const next = await zip.eachEntry().next();
    return next.done === true ? null : next.value;
  });
  if (entry === null) throw new FileRefused('is a zip archive without a file.');
  const { compressedSize, uncompressedSize } = entry;
  if (entry.isEncrypted()) throw new FileRefused('is an encrypted zip archive.');
  if (uncompressedSize > maximumContent) {
    throw new FileRefused(
      `is a zip archive whose file has ${uncompressedSize} bytes; more than ${maximumContent} are not read.`,
    );
  }
  if (uncompressedSize > anyRatioBytes && uncompressedSize > compressedSize * maximumRatio) {
    throw new FileRefused(
      `is a zip archive whose file is more than ${maximumRatio} times larger than it is packed (${uncompressedSize} bytes from ${compressedSize}).`,
    );
  }
  return entry;
}

async function* content(archive: () => Promise<ZipFile>, entry: Entry): AsyncGenerator<Buffer> {
  const zip = await readable(archive);
  const stream = await readable(() => zip.openReadStreamPromise(entry));
  let checksum = 0;
  try {
    // yauzl checks the number of inflated bytes against the directory, whose sizes were checked above.
    for await (const piece of stream as AsyncIterable<Buffer>) {
      checksum = crc32(piece, checksum);
      yield piece;
    }
  } catch (error) {
    throw refusalOf(error);
  } finally {
    stream.destroy();
  }
  if (checksum !== entry.crc32) throw new FileRefused('is a zip archive whose file does not fit its checksum.');
}

/** Turns errors of the archive into FileRefused. Errors of the storage pass through. */
async function readable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw refusalOf(error);
  }
}

function refusalOf(error: unknown): unknown {
  if (error instanceof RetryableError || error instanceof FileRefused || !(error instanceof Error)) return error;
  return new FileRefused(`is a zip archive that is damaged or cut off (${error.message.slice(0, 120)}).`);
}

/**
 * Random access over a source that can only be read from its beginning. Keeps the tail in memory, where archives are
 * read first.
 */
class PiecewiseReader extends RandomAccessReader {
  readonly #open: OpenBytes;
  readonly #tail: Buffer;
  readonly #tailStart: number;

  constructor(open: OpenBytes, size: number, tail: Buffer) {
    super();
    this.#open = open;
    this.#tail = tail;
    this.#tailStart = size - tail.length;
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return start >= this.#tailStart
      ? Readable.from([this.#tail.subarray(start - this.#tailStart, end - this.#tailStart)])
      : Readable.from(range(this.#open, start, end));
  }
}

async function* range(open: OpenBytes, start: number, end: number): AsyncGenerator<Buffer> {
  let at = 0;
  for await (const piece of open()) {
    const from = Math.max(start - at, 0);
    if (from < piece.length) yield piece.subarray(from, Math.min(piece.length, end - at));
    at += piece.length;
    if (at >= end) return;
  }
}
