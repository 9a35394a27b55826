import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Config, ConfigurationError } from '../../infra/config/config.ts';

/** How far the log of a data directory was copied to another one; stored next to it as `log-copy.json`. */
export interface LogCopy {
  readonly from: string;
  readonly to: string;
  /** When the copy was complete, ISO 8601. From then on the other log is the only one to use. */
  readonly completedAt: string | null;
}

const pathOf = ({ dataDir }: Pick<Config, 'dataDir'>): string => join(dataDir, 'log-copy.json');

export function readLogCopy(config: Pick<Config, 'dataDir'>): LogCopy | null {
  const path = pathOf(config);
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as LogCopy) : null;
}

export function writeLogCopy(config: Pick<Config, 'dataDir'>, copy: LogCopy): void {
  const path = pathOf(config);
  writeFileSync(`${path}.new`, `${JSON.stringify(copy)}\n`, { mode: 0o600, flush: true });
  renameSync(`${path}.new`, path);
}

/** Two logs that both continue could never be merged. Throws ConfigurationError. */
export function refuseMovedLog(config: Pick<Config, 'dataDir'>): void {
  const { completedAt, to } = readLogCopy(config) ?? { completedAt: null, to: '' };
  if (completedAt === null) return;
  throw new ConfigurationError([
    `ATTESTRY_KAFKA_BROKERS is not set, but the log of ${config.dataDir} was moved to Kafka (${to}) at ${completedAt}; set it, or delete ${pathOf(config)} to go on with the log as it was then`,
  ]);
}
