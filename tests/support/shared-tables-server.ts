/**
 * One stand-in for a ClickHouse server for all files that import this module. A file finds no tables of Attestry there, and
 * `close` drops those that it made.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openServerTables } from '../../infra/clickhouse/server/server-tables.ts';
import { openLocalTables } from '../../tools/local/tables.ts';
import { atEndOfUnit } from './at-end.ts';
import { loaderArguments, moduleUrl } from './module-url.ts';

export interface TablesServer {
  readonly url: string;
  readonly close: () => Promise<void>;
}

interface StartedServer {
  readonly url: string;
  readonly end: () => Promise<void>;
}

let shared: Promise<StartedServer> | null = null;

/** A file that is run by itself starts its own. */
export async function openTablesServer(): Promise<TablesServer> {
  if (process.env['TEST_TABLES'] === undefined) {
    const { url, end } = await start();
    return { url, close: end };
  }
  if (shared === null) atEndOfUnit(endShared);
  shared ??= start();
  const { url } = await shared;
  return { url, close: () => dropTables(url) };
}

async function endShared(): Promise<void> {
  const started = await shared;
  shared = null;
  await started?.end();
}

async function start(): Promise<StartedServer> {
  const directory = mkdtempSync(join(tmpdir(), 'attestry-tables-server-'));
  const script = [...loaderArguments, fileURLToPath(moduleUrl('tools/local/tables-server.ts'))];
  const server = await openLocalTables({ folder: join(directory, 'tables'), script });
  await server.start();
  return {
    url: server.url,
    end: async () => {
      await server.kill();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

async function dropTables(url: string): Promise<void> {
  const tables = openServerTables({ url }, { connections: 1, limitMs: 20_000 });
  await tables.command('DROP DATABASE IF EXISTS attestry SYNC');
  await tables.close();
}
