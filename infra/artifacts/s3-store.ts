import { randomUUID } from 'node:crypto';
import { createWriteStream, openAsBlob } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { sha256Hex } from '../../schemas/values/hash.ts';
import { RetryableError } from '../errors.ts';
import { readVerified, writePieces } from './pieces.ts';
import type { S3Client } from './s3-client.ts';
import { type ArtifactStore, placeOf, rawBytes } from './store.ts';
import { hourMs } from '../../schemas/values/durations.ts';

const compress = promisify(gzip);

/** Younger artifacts are never pruned. */
const freshMs = 12 * hourMs;

/**
 * Artifacts as objects of an S3-compatible store, with the same names and encoding as in a directory, so that either can be
 * copied to the other. Artifacts too large for memory go through a temporary file. `put` trusts objects that exist already
 * and does not read them again.
 */
export function createS3Store(client: S3Client, url: string): ArtifactStore {
  const has: ArtifactStore['has'] = async (sha256) => (await client.writtenAt(placeOf(sha256))) !== null;
  /** An old artifact is written again, so that pruning, which goes by age, does not delete one that is about to be referenced. */
  const isFresh = async (sha256: string): Promise<boolean> =>
    ((await client.writtenAt(placeOf(sha256))) ?? 0) > Date.now() - freshMs;
  const fetched = async (sha256: string): Promise<Response> => {
    const response = await client.get(placeOf(sha256));
    if (response !== null) return response;
    throw new RetryableError(`The artifact ${sha256} is missing; put ${url}/${placeOf(sha256)} back.`);
  };
  return {
    has,
    put: async (bytes) => {
      const sha256 = sha256Hex(bytes);
      if (!(await isFresh(sha256))) await client.put(placeOf(sha256), new Blob([await compress(bytes)]));
      return { sha256, bytes: bytes.length };
    },
    putPieces: (source) =>
      withTemporaryFile(async (path) => {
        const stored = await writePieces(source, path);
        if (!(await isFresh(stored.sha256))) await client.put(placeOf(stored.sha256), await openAsBlob(path));
        return stored;
      }),
    get: async (sha256) => {
      const response = await fetched(sha256);
      const stored = Buffer.from(await response.arrayBuffer().catch(broken(sha256)));
      return rawBytes(stored, sha256, `${url}/${placeOf(sha256)}`);
    },
    read: async (sha256, use, signal) => {
      const { body } = await fetched(sha256);
      return withTemporaryFile(async (path) => {
        const pieces = body === null ? Readable.from([]) : Readable.fromWeb(body as ReadableStream);
        await pipeline(pieces, createWriteStream(path, { flags: 'wx' })).catch(broken(sha256));
        return readVerified(path, sha256, use, signal);
      });
    },
    list: async function* () {
      for await (const { key, bytes, modifiedAt } of client.list()) {
        const sha256 = /^[0-9a-f]{2}\/([0-9a-f]{64})$/.exec(key)?.[1];
        if (sha256 !== undefined) yield { sha256, storedBytes: bytes, storedAt: modifiedAt };
      }
    },
    remove: async (sha256) => client.remove(placeOf(sha256)),
    removeLeftovers: async () => 0,
  };
}

const broken =
  (sha256: string) =>
  (error: unknown): never => {
    throw new RetryableError(`The artifact ${sha256} came in part only.`, { cause: error });
  };

async function withTemporaryFile<T>(use: (path: string) => Promise<T>): Promise<T> {
  const directory = await mkdtemp(join(tmpdir(), 'attestry-artifact-'));
  try {
    return await use(join(directory, randomUUID()));
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
