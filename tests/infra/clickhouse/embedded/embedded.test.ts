import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { nicenessBelowOwn } from '../../../../infra/process/thread-priority.ts';
import { openTablesFixture } from '../../../support/tables-fixture.ts';

test('merges give way to inserts and queries, and what they replaced stays for a minute', async () => {
  const fixture = await openTablesFixture();
  const rows = await fixture.reader.query<{ readonly name: string; readonly value: string }>(
    `SELECT name, value FROM system.server_settings WHERE name = 'os_threads_nice_value_merge_mutate'
     UNION ALL SELECT name, value FROM system.merge_tree_settings WHERE name = 'old_parts_lifetime'`,
    {},
  );
  const values = new Map(rows.map(({ name, value }) => [name, value]));
  assert.is(values.get('os_threads_nice_value_merge_mutate'), String(nicenessBelowOwn(4)));
  assert.is(values.get('old_parts_lifetime'), '60');
  await fixture.close();
});

test.run();
