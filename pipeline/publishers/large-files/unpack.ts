/** Unpacks a published file piece by piece: plain, gzipped or zipped. */
import { createGunzip } from 'node:zlib';
import { pipeline, Readable } from 'node:stream';
import { evenPieces, type OpenBytes, watchSource } from '../../../infra/artifacts/pieces.ts';
import { FileRefused } from './file-refused.ts';
import { fileLimits, isItTheFile } from '../../../schemas/file-limits.ts';
import { openZipEntry } from './zip-entry.ts';

const pieceBytes = 128 * 1024;
const { ratio: maximumRatio, anyRatioBytes, content: maximumContent } = fileLimits.large;

/**
 * Opens the content of a file. Its first bytes identify the kind of compression. Throws FileRefused for a file that cannot
 * be read.
 */
export async function openContent(stored: OpenBytes): Promise<OpenBytes> {
  // A storage may return pieces of any size, and the reason for a refusal must not depend on them.
  const open: OpenBytes = () => evenPieces(stored());
  switch (await packingOf(open)) {
    case 'zip':
      return openZipEntry(open);
    case 'gzip':
      return () => gunzipped(open);
    case 'none':
      return open;
  }
}

/**
 * Why a file's packing is damaged; null if it is not. A reader may refuse the content before it comes to the damage, or
 * after: only the damage is the same every time.
 */
export async function damageOf(stored: OpenBytes): Promise<string | null> {
  try {
    if ((await packingOf(stored)) === 'none') return null;
    const pieces = (await openContent(stored))()[Symbol.asyncIterator]();
    while ((await pieces.next()).done !== true);
    return null;
  } catch (error) {
    if (error instanceof FileRefused) return error.message;
    throw error;
  }
}

async function packingOf(open: OpenBytes): Promise<'zip' | 'gzip' | 'none'> {
  const head = await firstBytes(open, 4);
  if (head.length === 0) throw new FileRefused('is empty (0 bytes).');
  if (head.length === 4 && head.toString('latin1', 0, 2) === 'PK') return 'zip';
  return head[0] === 0x1f && head[1] === 0x8b ? 'gzip' : 'none';
}

async function firstBytes(open: OpenBytes, count: number): Promise<Buffer> {
  let head = Buffer.alloc(0);
  for await (const piece of open()) {
    head = Buffer.concat([head, piece.subarray(0, count)]);
    if (head.length >= count) break;
  }
  return head.subarray(0, count);
}

async function* gunzipped(open: OpenBytes): AsyncGenerator<Buffer> {
  let packed = 0;
  const watched = watchSource(open(), (piece) => {
    packed += piece.length;
  });
  const source = Readable.from(watched.pieces);
  const gunzip = createGunzip({ chunkSize: pieceBytes });
  pipeline(source, gunzip, () => undefined);
  let size = 0;
  try {
    for await (const piece of gunzip as AsyncIterable<Buffer>) {
      size += piece.length;
      if (size > anyRatioBytes && size > packed * maximumRatio) {
        throw new FileRefused(`is gzip data that inflates to more than ${maximumRatio} times its size.`);
      }
      if (size > maximumContent) {
        throw new FileRefused(`is gzip data of more than ${maximumContent} bytes. ${isItTheFile}`);
      }
      yield piece;
    }
  } catch (error) {
    // An error of the storage is not the file's fault, so it must not refuse the file.
    const ofSource = watched.failure();
    if (ofSource !== null) throw ofSource.error;
    if (error instanceof FileRefused) throw error;
    throw new FileRefused('is gzip data that is damaged or cut off.');
  } finally {
    source.destroy();
    gunzip.destroy();
  }
}
