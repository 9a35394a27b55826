import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from '../../errors.ts';
import { packageRoot } from '../../disk/package-root.ts';

export interface Migration {
  readonly version: number;
  /** Name of the file without number and ending. */
  readonly name: string;
  readonly sql: string;
  /** SHA-256 of the file, hex. */
  readonly checksum: string;
}

/**
 * The migrations of a folder in order: `NNNN_name.sql`, numbered from 0001 without a gap.
 * @throws UsageError for any other SQL file name, a number used twice or left out
 */
export const migrationFiles = (directory: string): readonly Migration[] => {
  const files = readdirSync(directory)
    .filter((file) => file.endsWith('.sql'))
    .sort();
  return files.map((file, index) => {
    const [, digits, name] = /^(\d{4})_([a-z0-9_]+)\.sql$/.exec(file) ?? [];
    if (digits === undefined || name === undefined) {
      throw new UsageError(`${join(directory, file)}: a migration is named NNNN_name.sql, in lower case.`);
    }
    const version = Number(digits);
    if (version !== index + 1) {
      throw new UsageError(
        `${join(directory, file)}: expected number ${migrationLabel(index + 1)}. Migrations are numbered from 0001 without a gap.`,
      );
    }
    const bytes = readFileSync(join(directory, file));
    return { version, name, sql: bytes.toString('utf8'), checksum: createHash('sha256').update(bytes).digest('hex') };
  });
};

/** The package's own migrations. */
export const migrationsDirectory = (): string => join(packageRoot(), 'infra', 'clickhouse', 'migrations');

/** A migration's number as in its file name. */
export const migrationLabel = (version: number): string => String(version).padStart(4, '0');
