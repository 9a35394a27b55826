import { RetryableError } from '../../../infra/errors.ts';
import type { ArtifactStore } from '../../../infra/artifacts/store.ts';

/** The result of reading an artifact. */
export type FoundArtifact =
  /** The bytes exist and match their hash. `bytes` is null when they are too large for memory. */
  | { readonly state: 'verified'; readonly size: number; readonly bytes: Buffer | null }
  /** This evidence does not contain the bytes, for the given reason. */
  | { readonly state: 'left_out'; readonly size: number; readonly reason: string }
  /** The bytes are missing or do not match their hash. */
  | { readonly state: 'broken'; readonly reason: string };

export type FindArtifact = (sha256: string) => Promise<FoundArtifact>;

/** Largest artifact that is held in memory or put into a bundle, bytes of the raw file. */
export const mostArtifactBytes = 64 * 1024 * 1024;

/** Reads artifacts of a store, each once, and verifies their hash, also of those that are too large for memory. */
export function createFindArtifact(artifacts: Pick<ArtifactStore, 'read'>, most = mostArtifactBytes): FindArtifact {
  const found = new Map<string, Promise<FoundArtifact>>();
  return (sha256) => {
    const known = found.get(sha256);
    if (known !== undefined) return known;
    const reading = readArtifact(artifacts, sha256, most);
    found.set(sha256, reading);
    return reading;
  };
}

async function readArtifact(
  artifacts: Pick<ArtifactStore, 'read'>,
  sha256: string,
  most: number,
): Promise<FoundArtifact> {
  if (!isSha256(sha256)) return { state: 'broken', reason: 'its id is not a sha256' };
  try {
    return await artifacts.read(sha256, async (open): Promise<FoundArtifact> => {
      let pieces: Buffer[] = [];
      let size = 0;
      for await (const piece of open()) {
        size += piece.length;
        if (size <= most) pieces.push(piece);
        else pieces = [];
      }
      return { state: 'verified', size, bytes: size <= most ? Buffer.concat(pieces) : null };
    });
  } catch (error) {
    if (error instanceof RetryableError) return { state: 'broken', reason: error.message };
    throw error;
  }
}

export const isSha256 = (text: string): boolean => /^[0-9a-f]{64}$/.test(text);
