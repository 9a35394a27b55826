/** Streaming reads and writes of artifacts, for those too large for memory. */
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createGunzip, createGzip } from 'node:zlib';
import { RetryableError } from '../errors.ts';

/** Each call reads the bytes from their beginning. */
export type OpenBytes = () => AsyncIterable<Buffer>;

/** Bytes of a piece: large enough that a gigabyte has few, small enough to keep garbage low. */
const pieceBytes = 128 * 1024;

export interface WatchedSource {
  readonly pieces: AsyncIterable<Buffer>;
  /** The error of the source itself; null if it has none. */
  readonly failure: () => { readonly error: unknown } | null;
}

/**
 * Separates the errors of a source from those of its reader. A stream that fails throws its error into the generator that it
 * reads from, so a `catch` around the loop would take it for an error of the source.
 */
export function watchSource(source: AsyncIterable<Buffer>, onPiece: (piece: Buffer) => void): WatchedSource {
  let failed: { readonly error: unknown } | null = null;
  const pieces = async function* (): AsyncGenerator<Buffer> {
    const iterator = source[Symbol.asyncIterator]();
    const next = async (): Promise<IteratorResult<Buffer, unknown>> => {
      try {
        return await iterator.next();
      } catch (error) {
        failed = { error };
        throw error;
      }
    };
    try {
      for (let piece = await next(); piece.done !== true; piece = await next()) {
        onPiece(piece.value);
        yield piece.value;
      }
    } finally {
      await iterator.return?.();
    }
  };
  return { pieces: pieces(), failure: () => failed };
}

/** Joins or splits the pieces that a storage returns into pieces of one size; the last one may be shorter. */
export async function* evenPieces(source: AsyncIterable<Buffer>, size = pieceBytes): AsyncGenerator<Buffer> {
  let held: Buffer[] = [];
  let length = 0;
  for await (const piece of source) {
    held.push(piece);
    length += piece.length;
    if (length < size) continue;
    const joined = held.length === 1 ? piece : Buffer.concat(held);
    let at = 0;
    for (; joined.length - at >= size; at += size) yield joined.subarray(at, at + size);
    held = at === joined.length ? [] : [joined.subarray(at)];
    length = joined.length - at;
  }
  if (length > 0) yield Buffer.concat(held);
}

/**
 * Writes bytes to a new file, gzipped and durable, and returns their hash and size. Errors of the source are rethrown as
 * they are; errors of the file become RetryableError.
 */
export async function writePieces(
  source: AsyncIterable<Buffer>,
  path: string,
): Promise<{ readonly sha256: string; readonly bytes: number }> {
  const hash = createHash('sha256');
  let bytes = 0;
  const watched = watchSource(source, (piece) => {
    hash.update(piece);
    bytes += piece.length;
  });
  try {
    // Large artifacts are compressed already: the lowest level takes a tenth of the time.
    const gzip = createGzip({ level: constants.Z_BEST_SPEED, chunkSize: pieceBytes });
    await pipeline(Readable.from(watched.pieces), gzip, createWriteStream(path, { flags: 'wx', flush: true }));
  } catch (error) {
    const ofSource = watched.failure();
    if (ofSource !== null) throw ofSource.error;
    throw new RetryableError(`The artifact ${path} cannot be written.`, { cause: error });
  }
  return { sha256: hash.digest('hex'), bytes };
}

/** The raw bytes of a stored file. Throws RetryableError when it is missing or damaged, or, at the end, if the hash differs. */
export async function* readPieces(path: string, sha256: string): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  const file = createReadStream(path, { highWaterMark: pieceBytes });
  const gunzip = createGunzip({ chunkSize: pieceBytes });
  const flow = pipeline(file, gunzip);
  // The loop below gets the same error.
  flow.catch(() => undefined);
  try {
    for await (const piece of gunzip as AsyncIterable<Buffer>) {
      hash.update(piece);
      yield piece;
    }
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    throw code.startsWith('Z_')
      ? new RetryableError(`The artifact ${sha256} is damaged; restore ${path} from a copy.`, { cause: error })
      : new RetryableError(`The artifact ${sha256} cannot be read; put ${path} back.`, { cause: error });
  } finally {
    file.destroy();
    gunzip.destroy();
  }
  if (hash.digest('hex') !== sha256) {
    throw new RetryableError(`The artifact ${sha256} holds other bytes; restore ${path} from a copy.`);
  }
}

/**
 * Lets `use` read a stored file any number of times. The file is read to its end at least once, so the result of `use`
 * belongs to bytes with this hash. If the file is damaged, the error of `use` is replaced by a RetryableError that names the damage.
 * An aborted signal ends the call with a RetryableError.
 */
export async function readVerified<T>(
  path: string,
  sha256: string,
  use: (open: OpenBytes) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  let intact = false;
  const open = async function* (): AsyncGenerator<Buffer> {
    for await (const piece of readPieces(path, sha256)) {
      if (signal?.aborted === true) throw new RetryableError(`Stopped while the artifact ${sha256} was read.`);
      yield piece;
    }
    intact = true;
  };
  const verify = async (): Promise<void> => {
    if (!intact) for await (const _piece of open());
  };
  try {
    const result = await use(open);
    await verify();
    return result;
  } catch (error) {
    if (!(error instanceof RetryableError)) await verify();
    throw error;
  }
}
