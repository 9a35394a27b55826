import type { Logos } from '../../api/route/dependencies.ts';
import type { ArtifactStore } from '../../infra/artifacts/store.ts';
import { RetryableError } from '../../infra/errors.ts';
import type { Logger } from '../../infra/logger.ts';

/** Largest logo, bytes. */
export const largestLogo = 1024 * 1024;

/** Logos of the artifact store, for the API. A damaged logo is logged and treated as missing. */
export const logosOf = (artifacts: ArtifactStore, logger: Logger): Logos => ({
  read: async (sha256) => {
    if (!(await artifacts.has(sha256))) return null;
    try {
      return await artifacts.get(sha256);
    } catch (error) {
      if (!(error instanceof RetryableError)) throw error;
      logger.error({ err: error }, 'a logo cannot be read');
      return null;
    }
  },
});
