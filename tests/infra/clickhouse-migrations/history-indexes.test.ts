import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { migrationsDirectory } from '../../../infra/clickhouse/migration-files.ts';
import { migrate } from '../../../infra/clickhouse/migrations.ts';
import { change } from '../../api/records.ts';
import { openTablesFixture, type TablesFixture } from '../../support/tables-fixture.ts';

const folder = mkdtempSync(join(tmpdir(), 'attestry-migrations-'));
let tables: TablesFixture;
test.before(async () => {
  for (const file of readdirSync(migrationsDirectory())) {
    if (file < '0016') copyFileSync(join(migrationsDirectory(), file), join(folder, file));
  }
  tables = await openTablesFixture({ migrations: folder });
});
test.after(async () => {
  await tables.close();
  rmSync(folder, { recursive: true });
});

test('revisions from before the migration stay, later ones join them, and parts with and without indexes merge', async () => {
  const rows = (): Promise<readonly object[]> =>
    tables.reader.query(
      'SELECT * EXCEPT (inserted_at) FROM attestry.store_changes_history FINAL ORDER BY asset_id, detected_at, id, revision',
    );
  const [first, second] = [change('first', 1), change('second', 2)];
  await tables.project('changes', [first, second]);
  const before = await rows();
  assert.is(before.length, 2);

  const applied = await migrate({ tables: tables.writer, layout: { kind: 'single' }, now: () => 0 });
  assert.is(applied[0]?.name, 'history_indexes');
  assert.equal(await rows(), before);

  await tables.project('changes', [{ ...first, revision: 1, title: 'revised' }]);
  const after = await rows();
  assert.is(after.length, 3);
  await tables.writer.command('OPTIMIZE TABLE attestry.store_changes_history FINAL');
  assert.equal(await rows(), after);
});

test.run();
