import { randomUUID } from 'node:crypto';
import { access, mkdir, open, readFile, rename, rm, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { sha256Hex } from '../../schemas/values/hash.ts';
import { RetryableError } from '../errors.ts';
import { artifactsIn, type KeptArtifact, removeLeftovers } from './directory-contents.ts';
import { type OpenBytes, readPieces, readVerified, writePieces } from './pieces.ts';

export interface StoredArtifact {
  /** Hash of the raw bytes, 64 lower-case hex digits; its name in the store. */
  readonly sha256: string;
  /** Size of the raw bytes. */
  readonly bytes: number;
}

export type ReadArtifact = <T>(
  sha256: string,
  use: (open: OpenBytes) => Promise<T>,
  signal?: AbortSignal,
) => Promise<T>;

/** Raw bytes of sources, stored under their hash, so that every reading can be repeated and verified. */
export interface ArtifactStore {
  /** Stores the bytes; resolves when they are durable. Bytes that exist already are not written again. */
  readonly put: (bytes: Buffer) => Promise<StoredArtifact>;
  /** As `put`, for bytes that need not fit into memory. An error of the source is rethrown as it is, and nothing is stored. */
  readonly putPieces: (source: AsyncIterable<Buffer>) => Promise<StoredArtifact>;
  /** The raw bytes, their hash verified. Throws RetryableError when they are missing or damaged. */
  readonly get: (sha256: string) => Promise<Buffer>;
  /** Passes the raw bytes to `use` piece by piece, their hash verified. Throws RetryableError as `get` does. */
  readonly read: ReadArtifact;
  readonly has: (sha256: string) => Promise<boolean>;
  /** All artifacts, unordered. */
  readonly list: () => AsyncIterable<KeptArtifact>;
  /** Deletes an artifact; a missing one is ignored. The caller must ensure that nothing refers to it. */
  readonly remove: (sha256: string) => Promise<void>;
  /** Deletes unfinished files of writers that died before `before` (milliseconds); returns their number. */
  readonly removeLeftovers: (before: number) => Promise<number>;
}

const compress = promisify(gzip);
const decompress = promisify(gunzip);

/** Opens the store in a directory, which it creates if needed: `<directory>/ab/ab12…`, gzipped. */
export async function openArtifactStore(directory: string): Promise<ArtifactStore> {
  await mkdir(directory, { recursive: true });
  const pathOf = (sha256: string): string => join(directory, placeOf(sha256));
  const has = async (sha256: string): Promise<boolean> => exists(pathOf(sha256));
  const get = async (sha256: string): Promise<Buffer> => readWhole(pathOf(sha256), sha256);
  const read: ReadArtifact = async (sha256, use, signal) => readVerified(pathOf(sha256), sha256, use, signal);
  const put = async (bytes: Buffer): Promise<StoredArtifact> => {
    const sha256 = sha256Hex(bytes);
    const path = pathOf(sha256);
    if (await isIntact(path, sha256)) await touch(path);
    else await writeDurably(path, await compress(bytes));
    return { sha256, bytes: bytes.length };
  };
  const putPieces = async (source: AsyncIterable<Buffer>): Promise<StoredArtifact> => {
    const temporary = join(directory, `${randomUUID()}.tmp`);
    try {
      const stored = await writePieces(source, temporary);
      const path = pathOf(stored.sha256);
      if (await isIntact(path, stored.sha256)) await touch(path);
      else await settle(temporary, path);
      return stored;
    } finally {
      await rm(temporary, { force: true }).catch(() => undefined);
    }
  };
  const remove = async (sha256: string): Promise<void> => {
    await rm(pathOf(sha256), { force: true }).catch((error: unknown) => {
      throw new RetryableError(`The artifact ${sha256} cannot be deleted.`, { cause: error });
    });
  };
  return {
    put,
    putPieces,
    get,
    read,
    has,
    list: () => artifactsIn(directory),
    remove,
    removeLeftovers: (before) => removeLeftovers(directory, before),
  };
}

/** Relative path of an artifact in its store: `ab/ab12…`. Throws TypeError if `sha256` is not a hash. */
export function placeOf(sha256: string): string {
  if (!/^[0-9a-f]{64}$/.test(sha256)) throw new TypeError(`${JSON.stringify(sha256.slice(0, 80))} is not a sha256`);
  return `${sha256.slice(0, 2)}/${sha256}`;
}

async function readWhole(path: string, sha256: string): Promise<Buffer> {
  const stored = await readFile(path).catch((error: unknown) => {
    throw new RetryableError(`The artifact ${sha256} cannot be read; put ${path} back.`, { cause: error });
  });
  return rawBytes(stored, sha256, path);
}

/** The raw bytes of a stored file. Throws RetryableError when they are not of this hash. */
export async function rawBytes(stored: Buffer, sha256: string, path: string): Promise<Buffer> {
  const bytes = await decompress(stored).catch((error: unknown) => {
    throw new RetryableError(`The artifact ${sha256} is damaged; restore ${path} from a copy.`, { cause: error });
  });
  if (sha256Hex(bytes) !== sha256) {
    throw new RetryableError(`The artifact ${sha256} holds other bytes; restore ${path} from a copy.`);
  }
  return bytes;
}

/** Renews the file's age, so that pruning does not delete an artifact that is about to be referenced again. */
const touch = (path: string): Promise<void> => utimes(path, new Date(), new Date()).catch(() => undefined);

/** Whether the stored file has the right content; a damaged file is written again. */
async function isIntact(path: string, sha256: string): Promise<boolean> {
  if (!(await exists(path))) return false;
  try {
    for await (const _piece of readPieces(path, sha256));
    return true;
  } catch {
    return false;
  }
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/** Syncs the content, then renames, then syncs the directories: no reader ever sees half a file. */
async function writeDurably(path: string, content: Buffer): Promise<void> {
  const temporary = `${path}.${randomUUID()}.tmp`;
  try {
    await mkdir(dirname(path), { recursive: true });
    const file = await open(temporary, 'wx');
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    await settle(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    if (error instanceof RetryableError) throw error;
    throw new RetryableError(`The artifact ${path} cannot be written.`, { cause: error });
  }
}

/** Renames a file with durable content to its final name, durably. */
async function settle(temporary: string, path: string): Promise<void> {
  const directory = dirname(path);
  try {
    await mkdir(directory, { recursive: true });
    await rename(temporary, path);
    await syncDirectory(directory);
    await syncDirectory(dirname(directory));
  } catch (error) {
    throw new RetryableError(`The artifact ${path} cannot be written.`, { cause: error });
  }
}

async function syncDirectory(directory: string): Promise<void> {
  // Windows cannot open a directory and needs no sync of it.
  if (process.platform === 'win32') return;
  const handle = await open(directory, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
