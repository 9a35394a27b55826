import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { type FileHandle, mkdir, open } from 'node:fs/promises';
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
  return copyOpened(await open(source, 'r'), target);
}

/** Like `copyFile`, from an opened file, which it closes; of a longer file, copies the first `mostBytes`. */
export async function copyOpened(source: FileHandle, target: string, mostBytes = Infinity): Promise<CopiedFile> {
  await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  const count = counter(mostBytes);
  const to = createWriteStream(target, { flags: 'wx', mode: 0o600, flush: true });
  await pipeline(source.createReadStream({ highWaterMark: pieceBytes }), count.pieces, to);
  return count.result();
}

/** Size and hash of a file. */
export async function hashFile(path: string): Promise<CopiedFile> {
  return hashOpened(await open(path, 'r'));
}

/** Size and hash of an opened file, which it closes; of a longer file, of its first `mostBytes`. */
export async function hashOpened(source: FileHandle, mostBytes = Infinity): Promise<CopiedFile> {
  const count = counter(mostBytes);
  for await (const _ of count.pieces(source.createReadStream({ highWaterMark: pieceBytes })));
  return count.result();
}

/** Passes at most `mostBytes` on, and counts and hashes them. */
function counter(mostBytes: number): {
  readonly pieces: (from: AsyncIterable<Buffer>) => AsyncGenerator<Buffer>;
  readonly result: () => CopiedFile;
} {
  const hash = createHash('sha256');
  let bytes = 0;
  return {
    pieces: async function* (from) {
      for await (const piece of from) {
        const passed = piece.subarray(0, mostBytes - bytes);
        hash.update(passed);
        bytes += passed.length;
        yield passed;
        if (passed.length < piece.length) return;
      }
    },
    result: () => ({ bytes, sha256: hash.digest('hex') }),
  };
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
