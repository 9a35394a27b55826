import { randomUUID } from 'node:crypto';
import { bindLog, migrate, tablesIdOf } from '../../infra/clickhouse/migrations.ts';
import { openTables } from '../../infra/clickhouse/open-tables.ts';
import type { TablesEngine } from '../../infra/clickhouse/tables.ts';
import type { Config } from '../../infra/config/config.ts';
import { tablesDirectory } from '../engine.ts';

export interface ServiceTables extends TablesEngine {
  /** Identity of the tables: new ones are filled from the log's beginning. */
  readonly tablesId: string;
}

/** Opens the tables, brings them to this version and ties them to the log they are a fold of. */
export async function openServiceTables(config: Config, logId: string): Promise<ServiceTables> {
  const tables = await openTables({ directory: tablesDirectory(config) });
  try {
    await migrate({ tables: tables.sink, layout: { kind: 'single' }, now: Date.now });
    await bindLog(tables.sink, logId);
    return { ...tables, tablesId: await tablesIdOf(tables.sink, randomUUID) };
  } catch (error) {
    await tables.close();
    throw error;
  }
}
