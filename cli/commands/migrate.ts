import { randomUUID } from 'node:crypto';
import type { Command } from 'commander';
import { clusterSettings } from '../../infra/clickhouse/server/cluster-settings.ts';
import { migrationScript, scriptText } from '../../infra/clickhouse/migrate/migration-script.ts';
import type { TablesLayout } from '../../infra/clickhouse/migrate/migration-template.ts';
import { migrate, tablesIdOf } from '../../infra/clickhouse/migrate/migrations.ts';
import { ownerOfTables, refuseOthersTables } from '../../infra/clickhouse/migrate/tables-owner.ts';
import { refuseOtherTables } from '../../infra/clickhouse/migrate/tables-format.ts';
import type { Tables } from '../../infra/clickhouse/tables.ts';
import { openTables } from '../../infra/clickhouse/open-tables.ts';
import { UsageError } from '../../infra/errors.ts';
import { acquireServiceLock } from '../../infra/log/service-lock.ts';
import { command, type Context, runs } from '../program/command.ts';
import { prepareDataDirectory, tablesDirectory } from '../engine/open-engine.ts';
import { logIdOf } from '../engine/log-id.ts';
import { layoutOf, openJobLane, placeOfTables, storedTables } from '../engine/server-lanes.ts';

interface MigrateOptions {
  readonly dryRun?: boolean;
  readonly cluster?: string;
}

export const migrateCommand = (): Command =>
  command('migrate')
    .option('--dry-run', 'print the SQL of all migrations and change nothing')
    .option('--cluster <name>', 'with --dry-run: the SQL for a ClickHouse cluster of that name')
    .action(runs(migrateTables));

async function migrateTables(context: Context, { dryRun, cluster }: MigrateOptions): Promise<void> {
  if (dryRun === true) {
    printScript(context, cluster === undefined ? layoutOf(context.loaded.config) : { kind: 'cluster', cluster });
  } else if (cluster !== undefined) {
    throw new UsageError(
      '--cluster goes with --dry-run: to change the tables of a cluster, name its server with ATTESTRY_CLICKHOUSE_URL and the cluster with ATTESTRY_CLICKHOUSE_CLUSTER; or send what --dry-run prints, for example with clickhouse-client.',
    );
  } else if (context.loaded.config.clickhouseUrl === null) {
    await migrateEmbedded(context);
  } else {
    await migrateServer(context);
  }
}

async function migrateServer(context: Context): Promise<void> {
  const { config } = context.loaded;
  const tables = openJobLane(config);
  try {
    await refuseOtherTables(tables, storedTables(config));
    await refuseOthers(context, tables);
    await migrateAndReport(context, tables, layoutOf(config));
    // Generated once, here, so that sinks which start together read the same identity.
    await tablesIdOf(tables, randomUUID);
  } finally {
    await tables.close();
  }
}

/** Tables of another installation are not altered. Without a log in the settings there is nothing to compare them with. */
async function refuseOthers({ loaded: { config }, out, logger }: Context, tables: Tables): Promise<void> {
  const owner = await ownerOfTables(tables);
  const place = placeOfTables(config);
  const logId = owner.kind === 'log' ? await logIdOf(config, logger) : null;
  if (owner.kind !== 'log' || logId !== null) refuseOthersTables(owner, logId ?? '', place);
  else {
    out.note(
      `The tables at ${place} belong to log ${owner.logId}; the settings name no log, so it was not checked that they are those of this installation.`,
    );
  }
}

async function migrateAndReport({ out, clock }: Context, tables: Tables, layout: TablesLayout): Promise<void> {
  const applied = await migrate({ tables, layout, now: clock });
  const names = applied.map(({ version, name }) => `${String(version).padStart(4, '0')} ${name}`);
  out.result({ applied }, names.length === 0 ? 'the tables are up to date' : names.join('\n'));
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

async function migrateEmbedded(context: Context): Promise<void> {
  const { loaded } = context;
  prepareDataDirectory(loaded.config);
  const lock = await acquireServiceLock(loaded.config.dataDir, 'attestry migrate');
  try {
    const tables = await openTables({ directory: tablesDirectory(loaded.config) });
    try {
      await migrateAndReport(context, tables.jobs, { kind: 'single' });
    } finally {
      await tables.close();
    }
  } finally {
    await lock.release();
  }
}
