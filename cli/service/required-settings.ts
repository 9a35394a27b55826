import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Config, ConfigurationError } from '../../infra/config/config.ts';
import { type SettingKey, settings } from '../../infra/config/settings.ts';
import type { Logger } from '../../infra/logger.ts';
import { isCluster } from '../engine/open-engine.ts';
import { standingSources } from './pages/standing-sources.ts';
import type { Role } from './roles.ts';

/** Settings that a role of a cluster has no default for. */
const clusterSettings: Readonly<Record<Role, readonly SettingKey[]>> = {
  up: [],
  serve: ['clickhouseUrl', 'signingKeys', 'tenantKeysDir'],
  'run publishers': ['kafkaBrokers', 'schemaRegistryUrl'],
  'run processors': ['kafkaBrokers', 'schemaRegistryUrl'],
  'run sink': ['kafkaBrokers', 'schemaRegistryUrl', 'clickhouseUrl', 'tenantKeysDir'],
  'run deliver': ['kafkaBrokers', 'schemaRegistryUrl', 'clickhouseUrl', 'tenantKeysDir'],
};

/** Checks the settings before anything is started. Throws ConfigurationError that names all missing ones. */
export function checkSettings(role: Role, config: Config, logger: Logger): void {
  if (role === 'up' || role === 'serve') standingSources(config);
  if (role === 'up') return;
  if (role === 'serve' && !isCluster(config)) {
    refuseWithoutLog(config);
    return;
  }
  requireSettings(config, clusterSettings[role], `attestry ${role}`);
  warnOfLocalDirectories(config, logger);
}

/** No processor would read a log created here. */
function refuseWithoutLog({ dataDir }: Config): void {
  if (existsSync(join(dataDir, 'log', 'accounts', 'data.mdb'))) return;
  throw new ConfigurationError([
    `ATTESTRY_DATA_DIR: ${dataDir} holds no log; name the directory of a running attestry up, or start it there first`,
  ]);
}

/** Throws ConfigurationError that names all missing settings among the needed ones. */
export function requireSettings(config: Config, needed: readonly SettingKey[], what: string): void {
  const missing = needed.filter((key) => config[key] === null);
  if (missing.length === 0) return;
  throw new ConfigurationError(
    missing.map((key) => `${settings[key].name} is missing: ${what} needs it (${settings[key].meaning})`),
  );
}

/**
 * Warns of directories that only this process can read although the other processes of the cluster need their files.
 */
function warnOfLocalDirectories({ artifactsUrl, dataDir }: Config, logger: Logger): void {
  if (artifactsUrl === null) {
    logger.warn(
      `ATTESTRY_ARTIFACTS_URL is not set: the files of sources are in ${dataDir}, where no other process finds them`,
    );
  }
}
