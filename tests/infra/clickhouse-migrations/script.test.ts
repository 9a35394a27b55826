import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { migrationScript, scriptText } from '../../../infra/clickhouse/migrate/migration-script.ts';
import { migrate } from '../../../infra/clickhouse/migrate/migrations.ts';
import { sqlStatements } from '../../../infra/clickhouse/migrate/statements.ts';
import { openServerTables } from '../../../infra/clickhouse/server/server-tables.ts';
import type { Tables } from '../../../infra/clickhouse/tables.ts';
import { openTablesServer, type TablesServer } from '../../support/shared-tables-server.ts';

const layout = { kind: 'single' } as const;
let server: TablesServer;
let tables: Tables;
test.before(async () => {
  server = await openTablesServer();
  tables = openServerTables({ url: server.url }, { connections: 1, limitMs: 20_000 });
  await migrate({ tables, layout, now: () => 0 });
});
test.after(async () => {
  await tables.close();
  await server.close();
});

test('the printed script creates the same tables in an empty database and leaves no pending migration', async () => {
  const columns = (): Promise<readonly unknown[]> =>
    tables.query<unknown>(
      "SELECT table, name, type, default_expression, comment FROM system.columns WHERE database = 'attestry' ORDER BY table, position",
    );
  const migrated = await columns();
  await tables.command('DROP DATABASE attestry SYNC');
  for (const statement of sqlStatements(scriptText(migrationScript(layout)))) {
    await tables.command(statement);
  }
  assert.equal(await columns(), migrated);
  assert.equal(await migrate({ tables, layout, now: () => 0 }), []);
});

test.run();
