/** Files that others name: read only if they are files with an end, and only up to a limit. */
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';

/** Largest file that is read as a whole, bytes. */
export const largestFile = 64 * 1024 * 1024;

/** Largest file with a secret, a certificate or a setting, bytes. */
export const largestSetting = 1024 * 1024;

/** A path that cannot be read as a file; the message gives the reason as a part of a sentence. */
export class UnreadableFile extends Error {
  override readonly name: string = 'UnreadableFile';
}

/** Reads a regular file of at most `most` bytes. Throws UnreadableFile. */
export function readBoundedFile(path: string, most: number = largestFile): Buffer {
  const file = openRegularFile(path, most);
  try {
    return readBounded(file, most);
  } finally {
    closeSync(file);
  }
}

/** What an open descriptor gives until it ends, such as standard input. Throws UnreadableFile beyond the limit. */
export function readBounded(file: number, most: number = largestFile): Buffer {
  const pieces: Buffer[] = [];
  let size = 0;
  for (;;) {
    const piece = Buffer.allocUnsafe(Math.min(pieceBytes, most - size + 1));
    const read = readOnce(file, piece);
    if (read === 0) return Buffer.concat(pieces, size);
    size += read;
    // A file may have grown, or have no size before it is read.
    if (size > most) throw tooLarge(most);
    pieces.push(piece.subarray(0, read));
  }
}

/** Throws UnreadableFile if the path is not a regular file, or if it has more than `most` bytes. */
export const checkRegularFile = (path: string, most: number): void => closeSync(openRegularFile(path, most));

const pieceBytes = 1024 * 1024;
/** Windows has no such flag. */
const nonBlocking = (constants as Partial<typeof constants>).O_NONBLOCK ?? 0;

function openRegularFile(path: string, most: number): number {
  // Without O_NONBLOCK, opening a FIFO waits for its writer.
  const file = attempt(() => openSync(path, constants.O_RDONLY | nonBlocking));
  const stats = fstatSync(file);
  const problem = stats.isFile() ? (stats.size > most ? tooLarge(most) : null) : new UnreadableFile(kindOf(stats));
  if (problem === null) return file;
  closeSync(file);
  throw problem;
}

const kindOf = (stats: ReturnType<typeof fstatSync>): string =>
  stats.isDirectory() ? 'it is a directory' : 'it is no regular file; give a file that has an end';

const tooLarge = (most: number): UnreadableFile => new UnreadableFile(`it is larger than ${sizeText(most)}`);

function sizeText(bytes: number): string {
  const mebibytes = bytes / 1024 / 1024;
  return mebibytes < 1024 ? `${mebibytes} MiB` : `${Math.round(mebibytes / 1024)} GiB`;
}

function readOnce(file: number, piece: Buffer): number {
  for (;;) {
    try {
      return readSync(file, piece);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      // A terminal as standard input ends so on some systems.
      if (code === 'EOF') return 0;
      if (code === 'EAGAIN') {
        // Standard input may be shared with a program that made it non-blocking.
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, againMs);
        continue;
      }
      throw unreadable(error);
    }
  }
}

const againMs = 10;

function attempt<T>(open: () => T): T {
  try {
    return open();
  } catch (error) {
    throw unreadable(error);
  }
}

const reasons: ReadonlyMap<string, string> = new Map([
  ['ENOENT', 'it does not exist'],
  ['ENOTDIR', 'it does not exist'],
  ['EISDIR', 'it is a directory'],
  ['EACCES', 'permission is denied'],
  ['ELOOP', 'its links lead to themselves'],
  ['ENXIO', 'it is no regular file; give a file that has an end'],
]);

function unreadable(error: unknown): UnreadableFile {
  const { code = '' } = error as NodeJS.ErrnoException;
  return new UnreadableFile(reasons.get(code) ?? String(error), { cause: error });
}
