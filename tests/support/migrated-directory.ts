import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '../../infra/clickhouse/migrate/migrations.ts';
import { type HostedTables, openTables } from '../../infra/clickhouse/open-tables.ts';

export interface MigratedEngine {
  readonly engine: HostedTables;
  /** Closes the engine and deletes its directory. */
  readonly close: () => Promise<void>;
}

/** Opens the project's migrated tables in a temporary directory. Migrating takes 0.3 s of CPU time. */
export async function openMigratedEngine(): Promise<MigratedEngine> {
  const directory = mkdtempSync(join(tmpdir(), 'attestry-tables-'));
  const engine = await openTables({ directory });
  await migrate({ tables: engine.sink, layout: { kind: 'single' }, now: () => 0 });
  return {
    engine,
    close: async () => {
      await engine.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
