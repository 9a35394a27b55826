import { UsageError } from '../../errors.ts';
import { migrationStatements } from './cluster-statements.ts';
import { type Migration, migrationFiles, migrationLabel as label, migrationsDirectory } from './migration-files.ts';
import type { TablesLayout } from './migration-template.ts';
import type { Tables } from '../tables.ts';
import { dataFormat } from '../../../schemas/data-format.ts';
import type { StoredData } from '../../data-format.ts';
import { refuseOtherTables, tablesByPath } from './tables-format.ts';

export interface MigrateOptions {
  readonly tables: Tables;
  readonly layout: TablesLayout;
  /** Milliseconds since the epoch; only for `applied_at`. */
  readonly now: () => number;
  /** Folder of the `NNNN_name.sql` files; the package's own when not given. */
  readonly directory?: string;
  /** What the tables are called in an error; those of a data directory when not given. */
  readonly stored?: StoredData;
}

export interface AppliedMigration {
  readonly version: number;
  readonly name: string;
}

/**
 * Applies the pending migrations in order and returns them. Every statement is idempotent, because DDL is not transactional:
 * after a failure, the run is repeated.
 * @throws UsageError when an applied migration was changed or is missing, or a file or placeholder is wrong, and
 * DataFormatError for tables of another data format, before anything is changed
 */
export const migrate = async (options: MigrateOptions): Promise<readonly AppliedMigration[]> => {
  const { tables, layout, stored = tablesByPath } = options;
  await refuseOtherTables(tables, stored);
  const directory = options.directory ?? migrationsDirectory();
  const migrations = migrationFiles(directory);
  for (const statement of bookkeepingStatements(layout)) await tables.command(statement);
  const applied = await appliedMigrations(tables);
  refuseChanged(migrations, applied, directory);
  const pending = migrations.filter(({ version }) => !applied.has(version));
  for (const migration of pending) {
    await apply(tables, migration, layout);
    await recordApplied(tables, migration, options.now());
  }
  return pending.map(({ version, name }) => ({ version, name }));
};

/**
 * Binds the tables to the log that fills them: the first call writes the log's id, later calls compare it.
 * @throws UsageError when the tables belong to another log
 */
export const bindLog = async (tables: Tables, logId: string): Promise<void> => {
  const bound = await boundLogId(tables);
  if (bound === null) {
    await tables.insert('attestry.attestry_meta', ['key', 'value'], jsonLine(['logId', logId]));
  } else if (bound !== logId) {
    throw new UsageError(
      `The tables were filled from log ${bound}, but this is log ${logId}. ` +
        'Point the service at the log they belong to, or run `attestry tables rebuild` to fill them from this one.',
    );
  }
};

/**
 * Identity of these tables, assigned by the first call. By it the sink recognises that the tables are not the ones that it
 * filled before.
 */
export const tablesIdOf = async (tables: Tables, newId: () => string): Promise<string> => {
  const known = await knownTablesId(tables);
  if (known !== null) return known;
  const tablesId = newId();
  await tables.insert('attestry.attestry_meta', ['key', 'value'], jsonLine(['tablesId', tablesId]));
  return tablesId;
};

/** File names, without ending, of migrations that the tables do not have yet. */
export const missingMigrations = async (tables: Pick<Tables, 'query'>): Promise<readonly string[]> => {
  const applied = await appliedMigrations(tables);
  const missing = migrationFiles(migrationsDirectory()).filter(({ version }) => !applied.has(version));
  return missing.map(({ version, name }) => `${label(version)}_${name}`);
};

/** Id of the log that the tables are bound to; null when there is none yet. */
export const boundLogId = async (tables: Pick<Tables, 'query'>): Promise<string | null> => {
  const [bound] = await tables.query<{ readonly value: string }>(
    `SELECT value FROM attestry.attestry_meta FINAL WHERE key = 'logId'`,
  );
  return bound?.value ?? null;
};

/** Identity of these tables; null before the first call of `tablesIdOf`. */
export const knownTablesId = async (tables: Pick<Tables, 'query'>): Promise<string | null> => {
  const [known] = await tables.query<{ readonly value: string }>(tablesIdSql);
  return known?.value ?? null;
};

const tablesIdSql = `SELECT value FROM attestry.attestry_meta FINAL WHERE key = 'tablesId'`;

/** Bookkeeping tables: applied migrations, and the identities of log and tables. */
export const bookkeepingStatements = (layout: TablesLayout): readonly string[] =>
  migrationStatements(bookkeeping, layout, 'bookkeeping');

const bookkeeping = `
CREATE DATABASE IF NOT EXISTS attestry {{on_cluster}};
CREATE TABLE IF NOT EXISTS attestry.schema_migrations {{on_cluster}} (
  version UInt32,
  name String,
  checksum String,
  data_format UInt32,
  applied_at DateTime64(3, 'UTC')
) ENGINE = {{replacing:applied_at}} ORDER BY version;
CREATE TABLE IF NOT EXISTS attestry.attestry_meta {{on_cluster}} (
  key String,
  value String
) ENGINE = {{replacing}} ORDER BY key;
`;

const appliedMigrations = async (tables: Pick<Tables, 'query'>): Promise<ReadonlyMap<number, string>> => {
  const rows = await tables.query<{ readonly version: number; readonly checksum: string }>(
    'SELECT version, checksum FROM attestry.schema_migrations FINAL ORDER BY version',
  );
  return new Map(rows.map(({ version, checksum }) => [version, checksum]));
};

const refuseChanged = (
  migrations: readonly Migration[],
  applied: ReadonlyMap<number, string>,
  directory: string,
): void => {
  for (const { version, name, checksum } of migrations) {
    const before = applied.get(version);
    if (before !== undefined && before !== checksum) {
      throw new UsageError(
        `Migration ${label(version)}_${name} in ${directory} was changed after it was applied. Restore the file and add a new migration instead.`,
      );
    }
  }
  const known = new Set(migrations.map(({ version }) => version));
  const newer = [...applied.keys()].filter((version) => !known.has(version));
  if (newer.length > 0) {
    throw new UsageError(
      `The tables have migrations ${newer.map(label).join(', ')}, which ${directory} lacks: they were made by a newer version of Attestry. Run that version, or set ATTESTRY_DATA_DIR to another directory.`,
    );
  }
};

const apply = async (tables: Tables, migration: Migration, layout: TablesLayout): Promise<void> => {
  const where = `${label(migration.version)}_${migration.name}.sql`;
  for (const [index, statement] of migrationStatements(migration.sql, layout, where).entries()) {
    try {
      await tables.command(statement);
    } catch (error) {
      if (error instanceof Error) error.message = `${where}, statement ${index + 1}: ${error.message}`;
      throw error;
    }
  }
};

const recordApplied = (tables: Tables, { version, name, checksum }: Migration, now: number): Promise<void> =>
  tables.insert(
    'attestry.schema_migrations',
    ['version', 'name', 'checksum', 'data_format', 'applied_at'],
    jsonLine([version, name, checksum, dataFormat, now]),
  );

const jsonLine = (values: readonly unknown[]): Buffer => Buffer.from(`${JSON.stringify(values)}\n`, 'utf8');
