import type { CapturedArtifact } from '../../schemas/generated/records.ts';
import type { SnapshotFile } from './feed.ts';

/** Raw bytes of artifacts by sha256. */
export type ArtifactBytes = ReadonlyMap<string, Buffer>;

/** The files of a capture. Throws when the caller did not give all of their bytes. */
export const filesOf = (artifacts: readonly CapturedArtifact[], bytes: ArtifactBytes): readonly SnapshotFile[] =>
  artifacts.map(({ name, sha256 }) => {
    const content = bytes.get(sha256);
    if (content === undefined) throw new Error(`artifact ${sha256} of ${name} was not given to ingest`);
    return { name, bytes: content };
  });
