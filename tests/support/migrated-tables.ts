/** The project's migrated tables in a temporary directory that `close` removes. A process can have one. */
import type { Tables } from '../../infra/clickhouse/tables.ts';
import { openMigratedEngine } from './migrated-directory.ts';

export interface MigratedTables extends Tables {
  /** Rows of a query as arrays of cells. */
  readonly rows: (
    sql: string,
    parameters?: Readonly<Record<string, unknown>>,
  ) => Promise<readonly (readonly unknown[])[]>;
}

export async function openMigratedTables(): Promise<MigratedTables> {
  const { engine, close } = await openMigratedEngine();
  return {
    ...engine.sink,
    rows: async (sql, parameters) => {
      const rows = await engine.sink.query<Readonly<Record<string, unknown>>>(sql, parameters);
      return rows.map((row) => Object.values(row));
    },
    close,
  };
}
