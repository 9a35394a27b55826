import { randomUUID } from 'node:crypto';
import { bindLog, migrate, tablesIdOf } from '../../../infra/clickhouse/migrate/migrations.ts';
import { defaultAnalystLimits, defaultHostLimits } from '../../../infra/clickhouse/host/watch/limits.ts';
import { type HostedTables, openTables, type TablesOptions } from '../../../infra/clickhouse/open-tables.ts';
import { ownerOfTables, refuseOthersTables } from '../../../infra/clickhouse/migrate/tables-owner.ts';
import { refuseOtherTables } from '../../../infra/clickhouse/migrate/tables-format.ts';
import type { Tables, TablesEngine } from '../../../infra/clickhouse/tables.ts';
import type { Config } from '../../../infra/config/config.ts';
import { RetryableError } from '../../../infra/errors.ts';
import { tablesDirectory } from '../../engine/open-engine.ts';
import { analystViews } from '../analyst-views.ts';
import { layoutOf, openJobLane, openServerLane, placeOfTables, storedTables } from '../../engine/server-lanes.ts';

export interface ServiceTables extends Pick<TablesEngine, 'api' | 'sink' | 'accounts' | 'jobs' | 'close'> {
  /** Queries of the SQL endpoints; null for tables on a server, which has its own endpoint. */
  readonly raw: Pick<TablesEngine, 'analyst' | 'operator'> | null;
  /** Identity of the tables; a sink fills new ones from the beginning of the log. */
  readonly tablesId: string;
}

/** Starts the process of the tables in the data directory, with the limits that the settings give unless others are given. */
export const openHostedTables = (
  config: Config,
  given: Pick<TablesOptions, 'limits' | 'analystLimits' | 'logger' | 'signal'> = {},
): Promise<HostedTables> =>
  openTables({
    directory: tablesDirectory(config),
    analystViews,
    limits: defaultHostLimits(config.tablesMemoryMb === null ? undefined : config.tablesMemoryMb * mebibyte),
    analystLimits: defaultAnalystLimits(config.analystsMemoryMb * mebibyte),
    freeSpaceMb: config.freeSpaceMb,
    ...given,
  });

const mebibyte = 1024 * 1024;

/**
 * Opens the tables, migrates them to this version and binds them to the log they are a fold of.
 * @param opening tables in the data directory that are being opened already
 */
export const openServiceTables = (
  config: Config,
  logId: string,
  opening: Promise<HostedTables> | null = null,
): Promise<ServiceTables> =>
  config.clickhouseUrl === null
    ? openEmbedded(opening ?? openHostedTables(config), logId)
    : openOnServer(config, logId);

async function openEmbedded(opening: Promise<HostedTables>, logId: string): Promise<ServiceTables> {
  const tables = await opening;
  const { api, sink, accounts, jobs, analyst, operator, close } = tables;
  try {
    const tablesId = await untilMigrated(jobs, logId);
    return { api, sink, accounts, jobs, close, raw: { analyst, operator }, tablesId };
  } catch (error) {
    await close();
    throw error;
  }
}

const mostAttempts = 10;

/** Migrates and binds the tables; begins again when their process ends meanwhile, because migrations can be repeated. */
async function untilMigrated(jobs: Tables, logId: string): Promise<string> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await migrate({ tables: jobs, layout: { kind: 'single' }, now: Date.now });
      return await bindTables(jobs, logId);
    } catch (error) {
      if (!(error instanceof RetryableError) || attempt === mostAttempts) throw error;
    }
  }
}

async function openOnServer(config: Config, logId: string): Promise<ServiceTables> {
  const jobs = openJobLane(config);
  try {
    await refuseOtherTables(jobs, storedTables(config));
    refuseOthersTables(await ownerOfTables(jobs), logId, placeOfTables(config));
    await migrate({ tables: jobs, layout: layoutOf(config), now: Date.now, stored: storedTables(config) });
    const tablesId = await bindTables(jobs, logId);
    return { ...openServerLanes(config), raw: null, tablesId };
  } finally {
    await jobs.close();
  }
}

/** The lanes of a process that reads and fills tables on a server. */
function openServerLanes(config: Config): Pick<TablesEngine, 'api' | 'sink' | 'accounts' | 'jobs' | 'close'> {
  const api = openServerLane(config, 'api');
  const sink = openServerLane(config, 'sink');
  const accounts = openServerLane(config, 'accounts');
  const jobs = openJobLane(config);
  const close = async (): Promise<void> => {
    await Promise.all([api.close(), sink.close(), accounts.close(), jobs.close()]);
  };
  return { api, sink, accounts, jobs, close };
}

/** Binds tables to their log and returns their identity. Throws UsageError when they were filled from another log. */
export async function bindTables(tables: Tables, logId: string): Promise<string> {
  await bindLog(tables, logId);
  return tablesIdOf(tables, randomUUID);
}
