import { ownerOfTables, refuseOthersTables } from '../../../infra/clickhouse/migrate/tables-owner.ts';
import { refuseOtherTables } from '../../../infra/clickhouse/migrate/tables-format.ts';
import type { Tables } from '../../../infra/clickhouse/tables.ts';
import type { Config } from '../../../infra/config/config.ts';
import type { Context } from '../../program/command.ts';
import type { Engine } from '../../engine/open-engine.ts';
import { connectTables, type TablesClient } from '../../engine/tables-client.ts';
import { openJobLane, placeOfTables, storedTables } from '../../engine/server-lanes.ts';
import { openServiceTables } from './service-tables.ts';

/**
 * Reads tables on their server or through a running service; without either, opens them for the duration of the call.
 */
export async function withTables<T>(
  context: Context,
  engine: Engine,
  use: (tables: TablesClient) => Promise<T>,
): Promise<T> {
  const { config } = context.loaded;
  const running = config.clickhouseUrl === null ? await connectTables(config) : null;
  return running === null ? withOwnTables(config, engine, use) : use(running);
}

/** The same where no service runs. */
export async function withOwnTables<T>(
  config: Config,
  engine: Pick<Engine, 'log'>,
  use: (tables: Pick<Tables, 'query'>) => Promise<T>,
): Promise<T> {
  if (config.clickhouseUrl !== null) return useServer(config, engine, use);
  const tables = await openServiceTables(config, engine.log.logId);
  try {
    return await use(tables.jobs);
  } finally {
    await tables.close();
  }
}

async function useServer<T>(
  config: Config,
  { log }: Pick<Engine, 'log'>,
  use: (tables: Pick<Tables, 'query'>) => Promise<T>,
): Promise<T> {
  const tables = openJobLane(config);
  try {
    await refuseOtherTables(tables, storedTables(config));
    refuseOthersTables(await ownerOfTables(tables), log.logId, placeOfTables(config));
    return await use(tables);
  } finally {
    await tables.close();
  }
}
