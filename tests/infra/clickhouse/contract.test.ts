import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openTables } from '../../../infra/clickhouse/open-tables.ts';
import { openServerTables } from '../../../infra/clickhouse/server-tables.ts';
import { openLocalTables } from '../../../tools/local/tables.ts';
import { testTables, type TablesUnderTest } from '../../contracts/tables.ts';

testTables('tables in this process', async (): Promise<TablesUnderTest> => {
  const directory = mkdtempSync(join(tmpdir(), 'attestry-tables-contract-'));
  const engine = await openTables({ directory });
  let given = false;
  return {
    // The lanes of an engine close together with it; a separate lane is another lane of the same engine.
    open: async () => {
      const lane = given ? engine.accounts : engine.sink;
      given = true;
      return lane;
    },
    close: async () => {
      await engine.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
});

testTables('tables by URL', async (): Promise<TablesUnderTest> => {
  const directory = mkdtempSync(join(tmpdir(), 'attestry-tables-contract-'));
  const server = await openLocalTables({ folder: join(directory, 'tables') });
  await server.start();
  const open = () => openServerTables({ url: server.url }, { connections: 2, limitMs: 20_000 });
  const first = open();
  await first.command('CREATE DATABASE IF NOT EXISTS attestry');
  await first.close();
  return {
    open: async () => open(),
    close: async () => {
      await server.kill();
      rmSync(directory, { recursive: true, force: true });
    },
  };
});
