import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { migrationStatements } from '../../../infra/clickhouse/migrate/cluster-statements.ts';
import { migrationFiles, migrationsDirectory } from '../../../infra/clickhouse/migrate/migration-files.ts';
import { change } from '../../api/records.ts';
import { openTablesFixture, type TablesFixture } from '../../support/tables-fixture.ts';

let tables: TablesFixture;
test.before(async () => {
  tables = await openTablesFixture({ shared: true });
});
test.after(() => tables.close());

const rowsSql = 'SELECT * EXCEPT (inserted_at) FROM attestry.store_feed_changes FINAL ORDER BY id';

test('the migration fills the table with the same rows as the sink', async () => {
  const plain = change('plain', 1);
  await tables.project('changes', [
    plain,
    change('every text', 2, {
      category: 'disclosure_field',
      fieldGroup: 'fees',
      materiality: 'material',
      oldObservationId: 'b'.repeat(64),
      title: 'quotes " and \\ and / and \' and tab\t line\n return\r bell\u0007 feed\f back\b zero\u0000 del\u007f',
      detail: 'é 漢字 🙂 \ufeff',
      quote: '',
      priorQuote: '{"json":null}',
      priorSourceUrl: 'https://register.example/a?b=c&d=<e>',
      impact: null,
      before: null,
    }),
    change('draft', 3, { notableAt: null, confirmed: false, lowSignal: true, sourceHash: null, after: null }),
    { ...plain, revision: 1, title: 'revised' },
  ]);
  const written = await tables.reader.query<{ readonly words: string }>(rowsSql);
  assert.is(written.length, 3);
  await tables.writer.command('TRUNCATE TABLE attestry.store_feed_changes');

  const migration = migrationFiles(migrationsDirectory()).find(({ name }) => name === 'feed_changes');
  for (const statement of migrationStatements(migration?.sql ?? '', { kind: 'single' }, 'feed_changes')) {
    await tables.writer.command(statement);
  }
  assert.equal(await tables.reader.query(rowsSql), written);
});

test.run();
