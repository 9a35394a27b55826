import type { CapturedArtifact } from '../../schemas/generated/records.ts';
import { hashOf } from '../../schemas/values/hash.ts';
import type { ArtifactNeed, ArtifactReducer } from '../runtime/processor.ts';
import type { Feed, SnapshotFile } from './feed.ts';

/** Raw bytes of artifacts by sha256. The reduction of a large file is under the key of `needOf`. */
export type ArtifactBytes = ReadonlyMap<string, Buffer>;

/** Files of a snapshot, and the identifiers requested from them. */
export interface Contents {
  readonly artifacts: readonly CapturedArtifact[];
  /** Identifiers to keep, for feeds whose files are reduced. */
  readonly wanted: readonly string[];
}

/** What the runtime must read so that a file can be parsed: its bytes, or its reduction. */
export function needOf(feed: Feed, { sha256 }: CapturedArtifact, wanted: readonly string[]): ArtifactNeed {
  const { reduce } = feed.kind === 'register' ? feed : {};
  if (reduce === undefined) return sha256;
  const reducer: ArtifactReducer = (open, onRead) => reduce(open, { kind: 'followed', ids: wanted }, onRead);
  return { key: `${sha256} ${hashOf(wanted)}`, sha256, reduce: reducer };
}

/** The files of a snapshot. Throws if the caller did not pass the bytes of all of them. */
export const filesOf = (feed: Feed, { artifacts, wanted }: Contents, bytes: ArtifactBytes): readonly SnapshotFile[] =>
  artifacts.map((artifact) => {
    const need = needOf(feed, artifact, wanted);
    const content = bytes.get(typeof need === 'string' ? need : need.key);
    if (content === undefined)
      throw new Error(`artifact ${artifact.sha256} of ${artifact.name} was not given to ingest`);
    return { name: artifact.name, bytes: content };
  });
