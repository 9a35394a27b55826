import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ArtifactFiles } from '../../../explorer/dependencies.ts';
import type { ArtifactStore } from '../../../infra/artifacts/store.ts';
import { RetryableError } from '../../../infra/errors.ts';
import type { Logger } from '../../../infra/logger.ts';

/** Bytes of the artifact store, for downloads. A damaged file ends the stream with an error, after it was logged. */
export const artifactFilesOf = (artifacts: Pick<ArtifactStore, 'has' | 'read'>, logger: Logger): ArtifactFiles => ({
  has: artifacts.has,
  open: async (sha256) => {
    if (!(await artifacts.has(sha256))) return null;
    const bytes = new PassThrough();
    artifacts
      .read(sha256, (open) => pipeline(Readable.from(open()), bytes))
      .catch((error: unknown) => {
        // A reader that went away ends the stream, too; only what the store reports is a failure of ours.
        if (error instanceof RetryableError) logger.error({ err: error }, 'an artifact cannot be read');
        bytes.destroy(error instanceof Error ? error : new Error(String(error)));
      });
    return bytes;
  },
});
