import { cpSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '../../infra/clickhouse/migrate/migrations.ts';
import { type HostedTables, openTables } from '../../infra/clickhouse/open-tables.ts';

export interface MigratedEngine {
  readonly engine: HostedTables;
  /** Closes the engine and deletes its directory. */
  readonly close: () => Promise<void>;
}

/**
 * Opens the project's migrated tables in a temporary directory. `migrations` is a folder with only the first migrations, for
 * tables of an earlier version.
 *
 * Migrating takes 0.3 s of CPU time. In a run of `tests/run.ts`, which sets TEST_TABLES, the first process saves its migrated
 * directory at that path, and all others open a copy. A file that is run by itself migrates.
 */
export async function openMigratedEngine(migrations?: string): Promise<MigratedEngine> {
  const template = migrations === undefined ? process.env['TEST_TABLES'] : undefined;
  const directory = mkdtempSync(join(tmpdir(), 'attestry-tables-'));
  if (template !== undefined) {
    if (!existsSync(template)) await saveTemplate(template);
    cpSync(template, directory, { recursive: true });
  }
  const engine = await openTables({ directory });
  const source = migrations === undefined ? {} : { directory: migrations };
  await migrate({ tables: engine.sink, layout: { kind: 'single' }, now: () => 0, ...source });
  return {
    engine,
    close: async () => {
      await engine.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** Several processes may do this at the same time: each uses its own directory, and the first rename wins. */
async function saveTemplate(template: string): Promise<void> {
  const directory = mkdtempSync(`${template}-`);
  const engine = await openTables({ directory });
  await migrate({ tables: engine.sink, layout: { kind: 'single' }, now: () => 0 });
  await engine.close();
  try {
    renameSync(directory, template);
  } catch {
    rmSync(directory, { recursive: true, force: true });
  }
}
