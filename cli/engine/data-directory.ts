import { accessSync, constants } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isHalfRestored } from '../../infra/backup/restore-backup.ts';
import { type Config, ConfigurationError } from '../../infra/config/config.ts';
import { makeDirectory } from '../../infra/disk/make-directory.ts';
import { sha256Hex } from '../../schemas/values/hash.ts';

/** Creates the data directory if it is missing. Throws ConfigurationError when it cannot be used. */
export function prepareDataDirectory({ dataDir }: Config, folder = 'log'): void {
  if (isHalfRestored(dataDir)) {
    throw new ConfigurationError([
      `ATTESTRY_DATA_DIR: a restore into ${dataDir} was cut short; run attestry restore again`,
    ]);
  }
  try {
    makeDirectory(dataDir);
    accessSync(dataDir, constants.W_OK | constants.X_OK);
    // Permissions are not enough: even root, who may write anywhere, cannot create a directory in /proc.
    makeDirectory(join(dataDir, folder), 0o700);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? String(error);
    throw new ConfigurationError([
      `ATTESTRY_DATA_DIR: ${dataDir} is not a directory that can be written (${code}); make it one, or name another`,
    ]);
  }
}

/** Paths below the data directory. */
export const tablesDirectory = (config: Config): string => join(config.dataDir, 'tables');

/** Longest path a Unix socket may have on every supported platform, bytes. */
const longestSocketPath = 100;

/**
 * The socket of the tables is in the data directory, or in the temporary directory when its path would be too long for
 * a socket.
 */
export function tablesSocket(config: Config): string {
  const path = join(config.dataDir, 'tables.sock');
  if (Buffer.byteLength(path) <= longestSocketPath) return path;
  return join(tmpdir(), `attestry-${sha256Hex(config.dataDir).slice(0, 16)}.sock`);
}
