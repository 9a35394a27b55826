import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';

export interface CopiedFile {
  readonly bytes: number;
  readonly sha256: string;
}

const pieceBytes = 1024 * 1024;

/** Copies a file to a new one, durably and readable by its owner only; creates its directory. Returns size and hash. */
export async function copyFile(source: string, target: string): Promise<CopiedFile> {
  // Opened first, so that a missing source creates no directory.
  const opened = await open(source, 'r');
  await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  const hash = createHash('sha256');
  let bytes = 0;
  const counted = async function* (pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const piece of pieces) {
      hash.update(piece);
      bytes += piece.length;
      yield piece;
    }
  };
  const from = opened.createReadStream({ highWaterMark: pieceBytes });
  await pipeline(from, counted, createWriteStream(target, { flags: 'wx', mode: 0o600, flush: true }));
  return { bytes, sha256: hash.digest('hex') };
}

/** Size and hash of a file. */
export async function hashFile(path: string): Promise<CopiedFile> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const piece of createReadStream(path, { highWaterMark: pieceBytes }) as AsyncIterable<Buffer>) {
    hash.update(piece);
    bytes += piece.length;
  }
  return { bytes, sha256: hash.digest('hex') };
}

/** Makes the entries of a directory durable. */
export async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}
