import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { migrationScript, scriptText } from '../../../infra/clickhouse/migrate/migration-script.ts';
import { migrate } from '../../../infra/clickhouse/migrate/migrations.ts';
import { sqlStatements } from '../../../infra/clickhouse/migrate/statements.ts';
import { type MigratedTables, openMigratedTables } from '../../support/migrated-tables.ts';

let tables: MigratedTables;
test.before(async () => {
  tables = await openMigratedTables();
});
test.after(() => tables.close());

test('the printed script creates the same tables in an empty database and leaves no pending migration', async () => {
  const columns = (): Promise<readonly unknown[]> =>
    tables.rows(
      "SELECT table, name, type, default_expression, comment FROM system.columns WHERE database = 'attestry' ORDER BY table, position",
    );
  const migrated = await columns();
  await tables.command('DROP DATABASE attestry SYNC');
  for (const statement of sqlStatements(scriptText(migrationScript({ kind: 'single' })))) {
    await tables.command(statement);
  }
  assert.equal(await columns(), migrated);
  assert.equal(await migrate({ tables, layout: { kind: 'single' }, now: () => 0 }), []);
});

test.run();
