/** Unpacks a published file piece by piece: plain, gzipped or zipped. */
import { createGunzip } from 'node:zlib';
import { pipeline, Readable } from 'node:stream';
import type { OpenBytes } from '../../../infra/artifacts/pieces.ts';
import { FileRefused } from './file-refused.ts';
import { freeBytes, maximumRatio } from './packing-limits.ts';
import { openZipEntry } from './zip-entry.ts';

const pieceBytes = 128 * 1024;

/**
 * Opens the content of a file. Its first bytes tell how it is packed. Throws FileRefused for a file that cannot be
 * read.
 */
export async function openContent(open: OpenBytes): Promise<OpenBytes> {
  const head = await firstBytes(open, 4);
  if (head.length === 0) throw new FileRefused('is empty (0 bytes).');
  if (head.length === 4 && head.toString('latin1', 0, 2) === 'PK') return openZipEntry(open);
  return head[0] === 0x1f && head[1] === 0x8b ? () => gunzipped(open) : open;
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
  let failed: { readonly error: unknown } | null = null;
  const counted = async function* (): AsyncGenerator<Buffer> {
    try {
      for await (const piece of open()) {
        packed += piece.length;
        yield piece;
      }
    } catch (error) {
      failed = { error };
      throw error;
    }
  };
  const source = Readable.from(counted());
  const gunzip = createGunzip({ chunkSize: pieceBytes });
  pipeline(source, gunzip, () => undefined);
  let size = 0;
  try {
    for await (const piece of gunzip as AsyncIterable<Buffer>) {
      size += piece.length;
      if (size > freeBytes && size > packed * maximumRatio) {
        throw new FileRefused(`is gzip data that inflates to more than ${maximumRatio} times its size.`);
      }
      yield piece;
    }
  } catch (error) {
    // An error of the storage is not the file's fault, so it must not refuse the file.
    const ofSource = failed as { readonly error: unknown } | null;
    if (ofSource !== null) throw ofSource.error;
    if (error instanceof FileRefused) throw error;
    throw new FileRefused('is gzip data that is damaged or cut off.');
  } finally {
    source.destroy();
    gunzip.destroy();
  }
}
