import type { Config } from '../../infra/config/config.ts';
import type { Logger } from '../../infra/logger.ts';

/**
 * Warns of directories that only this process can read although the other processes of the cluster need their files.
 */
export function warnOfLocalDirectories(config: Config, logger: Logger): void {
  const { artifactsUrl, dataDir } = config;
  if (artifactsUrl === null) {
    logger.warn(
      `ATTESTRY_ARTIFACTS_URL is not set: the files of sources are in ${dataDir}, where no other process finds them`,
    );
  }
}
