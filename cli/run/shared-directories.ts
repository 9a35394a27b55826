import type { Config } from '../../infra/config/config.ts';
import type { Logger } from '../../infra/logger.ts';

/** Says what this process keeps for itself although the others of the cluster need it, too. */
export function warnOfOwnDirectories(config: Config, logger: Logger): void {
  const { artifactsUrl, dataDir } = config;
  if (artifactsUrl === null) {
    logger.warn(
      `ATTESTRY_ARTIFACTS_URL is not set: the files of sources are in ${dataDir}, where no other process finds them`,
    );
  }
}
