import type { Context } from './command.ts';
import type { Engine } from './engine.ts';
import { connectTables, type TablesClient } from './tables-client.ts';
import { openServiceTables } from './up/service-tables.ts';

/** Reads tables through a running service, or opens them for the time of the call when none runs. */
export async function withTables<T>(
  context: Context,
  engine: Engine,
  use: (tables: TablesClient) => Promise<T>,
): Promise<T> {
  const { config } = context.loaded;
  const running = await connectTables(config);
  if (running !== null) return use(running);
  const tables = await openServiceTables(config, engine.log.logId);
  try {
    return await use(tables.sink);
  } finally {
    await tables.close();
  }
}
