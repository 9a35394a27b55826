/** The project's migrated tables in a temporary directory that `close` removes. A process can have one. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '../../infra/clickhouse/migrations.ts';
import { openTables } from '../../infra/clickhouse/open-tables.ts';
import type { Tables } from '../../infra/clickhouse/tables.ts';

export interface MigratedTables extends Tables {
  /** Rows of a query as arrays of cells. */
  readonly rows: (
    sql: string,
    parameters?: Readonly<Record<string, unknown>>,
  ) => Promise<readonly (readonly unknown[])[]>;
}

export async function openMigratedTables(): Promise<MigratedTables> {
  const directory = mkdtempSync(join(tmpdir(), 'attestry-tables-'));
  const engine = await openTables({ directory });
  await migrate({ tables: engine.sink, layout: { kind: 'single' }, now: () => 0 });
  return {
    ...engine.sink,
    rows: async (sql, parameters) => {
      const rows = await engine.sink.query<Readonly<Record<string, unknown>>>(sql, parameters);
      return rows.map((row) => Object.values(row));
    },
    close: async () => {
      await engine.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
