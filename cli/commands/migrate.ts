import type { Command } from 'commander';
import { clusterSettings } from '../../infra/clickhouse/cluster-settings.ts';
import { migrationScript, scriptText } from '../../infra/clickhouse/migration-script.ts';
import type { TablesLayout } from '../../infra/clickhouse/migration-template.ts';
import { migrate } from '../../infra/clickhouse/migrations.ts';
import { openTables } from '../../infra/clickhouse/open-tables.ts';
import { UsageError } from '../../infra/errors.ts';
import { acquireServiceLock } from '../../infra/log/service-lock.ts';
import { command, type Context, runs } from '../command.ts';
import { prepareDataDirectory, tablesDirectory } from '../engine.ts';

interface MigrateOptions {
  readonly dryRun?: boolean;
  readonly cluster?: string;
}

export const migrateCommand = (): Command =>
  command('migrate', 'brings the tables to this version; idempotent')
    .option('--dry-run', 'print the SQL of all migrations and change nothing')
    .option('--cluster <name>', 'with --dry-run: the SQL for a ClickHouse cluster of that name')
    .action(runs(migrateTables));

async function migrateTables(context: Context, { dryRun, cluster }: MigrateOptions): Promise<void> {
  if (dryRun === true) {
    printScript(context, cluster === undefined ? { kind: 'single' } : { kind: 'cluster', cluster });
  } else if (cluster !== undefined) {
    throw new UsageError(
      '--cluster goes with --dry-run: this command changes the tables of the data directory only. Send what it prints to the cluster, for example with clickhouse-client.',
    );
  } else {
    await migrateEmbedded(context);
  }
}

function printScript({ out }: Context, layout: TablesLayout): void {
  const script = migrationScript(layout);
  const cluster = layout.kind === 'cluster' ? layout.cluster : null;
  const statements = script.flatMap((part) => part.statements);
  out.result(
    { cluster, settings: cluster === null ? null : clusterSettings, statements },
    scriptText(script).trimEnd(),
  );
}

async function migrateEmbedded({ loaded, out, clock }: Context): Promise<void> {
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
