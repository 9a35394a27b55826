import { bindLog, migrate } from '../../infra/clickhouse/migrations.ts';
import { openTables } from '../../infra/clickhouse/open-tables.ts';
import type { TablesEngine } from '../../infra/clickhouse/tables.ts';
import type { Config } from '../../infra/config/config.ts';
import { tablesDirectory } from '../engine.ts';

export interface ServiceTables extends TablesEngine {
  /** The tables hold nothing of this log yet. */
  readonly fresh: boolean;
}

/** Opens the tables, brings them to this version and ties them to the log they are a fold of. */
export async function openServiceTables(config: Config, logId: string): Promise<ServiceTables> {
  const tables = await openTables({ directory: tablesDirectory(config) });
  try {
    const applied = await migrate({ tables: tables.sink, layout: { kind: 'single' }, now: Date.now });
    await bindLog(tables.sink, logId);
    return { ...tables, fresh: applied.some(({ version }) => version === 1) };
  } catch (error) {
    await tables.close();
    throw error;
  }
}
