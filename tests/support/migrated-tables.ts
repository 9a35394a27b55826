/** The project's migrated tables, empty, through the sink's session. A process can have one at a time. */
import type { Tables } from '../../infra/clickhouse/tables.ts';
import { openMigratedEngine } from './migrated-directory.ts';
import { openSharedEngine } from './shared-engine.ts';

export interface MigratedTables extends Tables {
  /** Rows of a query as arrays of cells. */
  readonly rows: (
    sql: string,
    parameters?: Readonly<Record<string, unknown>>,
  ) => Promise<readonly (readonly unknown[])[]>;
}

/** `shared` uses the engine of the process (`shared-engine.ts`). */
export async function openMigratedTables(options: { readonly shared?: true } = {}): Promise<MigratedTables> {
  const { engine, close } = await (options.shared === true ? openSharedEngine() : openMigratedEngine());
  return {
    ...engine.sink,
    rows: async (sql, parameters) => {
      const rows = await engine.sink.query<Readonly<Record<string, unknown>>>(sql, parameters);
      return rows.map((row) => Object.values(row));
    },
    close,
  };
}
