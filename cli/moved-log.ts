import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Config, ConfigurationError } from '../infra/config/config.ts';

/** How far the log of a data directory was copied to another one; beside it, as `log-copy.json`. */
export interface LogCopy {
  readonly from: string;
  readonly to: string;
  /** When it was complete, ISO 8601: from then on the other one is the log. */
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

/** Two logs that both go on would never be one again. Throws ConfigurationError. */
export function refuseMovedLog(config: Pick<Config, 'dataDir'>): void {
  const { completedAt, to } = readLogCopy(config) ?? { completedAt: null, to: '' };
  if (completedAt === null) return;
  throw new ConfigurationError([
    `ATTESTRY_KAFKA_BROKERS is not set, but the log of ${config.dataDir} was moved to Kafka (${to}) at ${completedAt}; set it, or delete ${pathOf(config)} to go on with the log as it was then`,
  ]);
}
