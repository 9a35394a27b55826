import type { Command } from 'commander';
import { acquireServiceLock } from '../../infra/log/service-lock.ts';
import { migrate } from '../../infra/clickhouse/migrations.ts';
import { openTables } from '../../infra/clickhouse/open-tables.ts';
import { command, type Context, runs } from '../command.ts';
import { prepareDataDirectory, tablesDirectory } from '../engine.ts';

export const migrateCommand = (): Command =>
  command('migrate', 'brings the tables to this version; idempotent').action(runs(migrateTables));

async function migrateTables({ loaded, out, clock }: Context): Promise<void> {
  prepareDataDirectory(loaded.config);
  const lock = await acquireServiceLock(loaded.config.dataDir, 'attestry migrate');
  try {
    const tables = await openTables({ directory: tablesDirectory(loaded.config) });
    try {
      const applied = await migrate({ tables: tables.sink, layout: { kind: 'single' }, now: clock });
      const names = applied.map(({ version, name }) => `${String(version).padStart(4, '0')} ${name}`);
      out.result({ applied }, names.length === 0 ? 'the tables are up to date' : names.join('\n'));
    } finally {
      await tables.close();
    }
  } finally {
    await lock.release();
  }
}
