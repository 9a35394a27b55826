import type { CapturedArtifact, FeedCapture } from '../../schemas/generated/records.ts';
import type { Term } from '../../schemas/vocabulary.ts';
import { hashOf, shortHashOf } from '../../schemas/values/hash.ts';

/** Id of a capture: sha256 of its feed, as-of (milliseconds), artifacts and, unless it covers all, the requested identifiers. */
export const captureIdOf = (
  capture: Pick<FeedCapture, 'feed' | 'asOf' | 'artifacts'> & Partial<Pick<FeedCapture, 'wanted'>>,
): string =>
  hashOf({
    feed: capture.feed,
    asOf: capture.asOf,
    artifacts: capture.artifacts.map(({ name, sha256 }) => ({ name, sha256 })),
    ...(capture.wanted === undefined || capture.wanted.length === 0 ? {} : { wanted: capture.wanted }),
  });

/**
 * Id of a run: a capture read by a parser version. Rows name the run that accepted them, so a rejected or unchanged run
 * of the same capture has another id; so has one that was rejected for another reason, such as at another time.
 */
export const runIdOf = (
  captureId: string,
  parserVersion: string,
  status: Term<'runStatus'>,
  reason: string | null = null,
): string => {
  if (status === 'accepted') return hashOf([captureId, parserVersion]);
  return hashOf(reason === null ? [captureId, parserVersion, status] : [captureId, parserVersion, status, reason]);
};

/** Hash of a snapshot's content: the hash of a single file, else a hash over the names and hashes of all files. */
export function snapshotHashOf(artifacts: readonly Pick<CapturedArtifact, 'name' | 'sha256'>[]): string {
  const [only, ...more] = artifacts;
  if (only !== undefined && more.length === 0) return only.sha256;
  return hashOf(artifacts.map(({ name, sha256 }) => [name, sha256]));
}

/** Id of a row with a key published by the register. */
export const keyedRowIdOf = (register: string, key: readonly string[]): string => shortHashOf([register, ...key]);

/** A row's id, assigned when it first appears and kept through pairing. `ordinal` counts identical rows of a capture. */
export const rowIdOf = (
  register: string,
  entity: string,
  content: Readonly<Record<string, string>>,
  captureId: string,
  ordinal: number,
): string => shortHashOf([register, entity, content, captureId, ordinal]);
