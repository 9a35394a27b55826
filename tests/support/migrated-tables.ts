/** The project's migrated tables, empty, through the sink's session. A process can have one at a time. */
import type { Tables } from '../../infra/clickhouse/tables.ts';
import { openSharedEngine } from './shared-engine.ts';

export interface MigratedTables extends Tables {
  /** Rows of a query as arrays of cells. */
  readonly rows: (
    sql: string,
    parameters?: Readonly<Record<string, unknown>>,
  ) => Promise<readonly (readonly unknown[])[]>;
}

/** Uses the engine of the process (`shared-engine.ts`). */
export async function openMigratedTables(): Promise<MigratedTables> {
  const { engine, close } = await openSharedEngine();
  return {
    ...engine.sink,
    rows: async (sql, parameters) => {
      const rows = await engine.sink.query<Readonly<Record<string, unknown>>>(sql, parameters);
      return rows.map((row) => Object.values(row));
    },
    close,
  };
}
