import { type StoredData, refuseOtherFormat } from '../../data-format.ts';
import type { Tables } from '../tables.ts';

/**
 * Each applied migration states the data format, so that a lost part of its table is not taken for another format. Reads only;
 * works before the database exists.
 * @throws DataFormatError for tables of another data format
 */
export async function refuseOtherTables(tables: Pick<Tables, 'query'>, stored: StoredData): Promise<void> {
  const columns = await tables.query<{ readonly name: string }>(
    "SELECT name FROM system.columns WHERE database = 'attestry' AND table = 'schema_migrations'",
  );
  if (columns.length === 0) return;
  if (columns.every(({ name }) => name !== 'data_format')) refuseOtherFormat(undefined, stored);
  const formats = await tables.query<{ readonly data_format: number }>(
    'SELECT DISTINCT data_format FROM attestry.schema_migrations',
  );
  for (const { data_format: format } of formats) refuseOtherFormat(format, stored);
}

/** Tables in a data directory. */
export const tablesByPath: StoredData = { what: 'The database in the data directory', by: 'path' };

/** `place` is the host of a server. */
export const tablesByUrl = (place: string): StoredData => ({ what: `The database attestry at ${place}`, by: 'url' });
