import { dataFormat } from '../../../schemas/data-format.ts';
import { migrationFiles, migrationLabel, migrationsDirectory } from './migration-files.ts';
import { migrationStatements } from './cluster-statements.ts';
import type { TablesLayout } from './migration-template.ts';
import { bookkeepingStatements } from './migrations.ts';
import { sqlString } from '../sql-text.ts';

export interface ScriptPart {
  /** Name of the migration's file; null for the bookkeeping statements before all migrations. */
  readonly file: string | null;
  readonly statements: readonly string[];
}

/**
 * All migrations as idempotent statements for other tools, whatever the tables have already. They record themselves as
 * applied, so that `migrate` then has nothing left to do.
 * @throws UsageError for an invalid cluster name
 */
export const migrationScript = (layout: TablesLayout, directory = migrationsDirectory()): readonly ScriptPart[] => {
  const migrations = migrationFiles(directory).map(({ version, name, sql, checksum }) => {
    const file = `${migrationLabel(version)}_${name}.sql`;
    const values = [version, sqlString(name), sqlString(checksum), dataFormat, 'now64(3)'].join(', ');
    return { file, statements: [...migrationStatements(sql, layout, file), `${recordApplied} (${values})`] };
  });
  return [{ file: null, statements: bookkeepingStatements(layout) }, ...migrations];
};

const recordApplied =
  'INSERT INTO attestry.schema_migrations (version, name, checksum, data_format, applied_at) VALUES';

/** The script as text: a statement ends with a `;` at the end of a line. */
export const scriptText = (script: readonly ScriptPart[]): string =>
  script
    .map(({ file, statements }) => {
      const heading = file === null ? '' : `-- ${file}\n`;
      return `${heading}${statements.map((statement) => `${statement};\n`).join('\n')}`;
    })
    .join('\n');
