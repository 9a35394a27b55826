/**
 * One engine with the migrated tables for all files of a process. Opening an engine and closing it takes 0.4 s of CPU time;
 * emptying the tables that a file wrote takes a tenth of that. A file that is run by itself opens its own.
 *
 * A process can have only one engine: files that open tables in another way must not share a process with those that call
 * this.
 */
import type { TablesEngine } from '../../infra/clickhouse/tables.ts';
import { atEnd } from './at-end.ts';
import { type MigratedEngine, openMigratedEngine } from './migrated-directory.ts';

let shared: Promise<MigratedEngine> | undefined;
let isUsed = false;

export async function openSharedEngine(): Promise<MigratedEngine> {
  if (process.env['TEST_TABLES'] === undefined) return openMigratedEngine();
  if (isUsed) throw new Error('The shared engine has one user at a time: close it first.');
  isUsed = true;
  shared ??= openFirst();
  const { engine } = await shared;
  return {
    engine,
    close: async () => {
      await emptyTables(engine);
      isUsed = false;
    },
  };
}

async function openFirst(): Promise<MigratedEngine> {
  const opened = await openMigratedEngine();
  atEnd(opened.close);
  return opened;
}

async function emptyTables({ sink }: TablesEngine): Promise<void> {
  const tables = await sink.query<{ readonly name: string }>(
    "SELECT DISTINCT table AS name FROM system.parts WHERE database = 'attestry' AND active AND table != 'schema_migrations'",
  );
  for (const { name } of tables) {
    const identifiers = Object.freeze({ name });
    await sink.command(`TRUNCATE TABLE attestry.\`${identifiers.name}\``);
  }
}
