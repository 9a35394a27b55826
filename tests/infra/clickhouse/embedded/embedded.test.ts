import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { nicenessBelowOwn } from '../../../../infra/process/thread-priority.ts';
import { openTablesFixture } from '../../../support/tables-fixture.ts';

test('merges give way to inserts and queries; what they replaced stays for a minute, and little longer', async () => {
  const fixture = await openTablesFixture();
  const rows = await fixture.reader.query<{ readonly name: string; readonly value: string }>(
    `SELECT name, value FROM system.server_settings WHERE name = 'os_threads_nice_value_merge_mutate'
     UNION ALL SELECT name, value FROM system.merge_tree_settings
     WHERE name IN ('old_parts_lifetime', 'cleanup_delay_period', 'max_cleanup_delay_period')`,
    {},
  );
  assert.equal(Object.fromEntries(rows.map(({ name, value }) => [name, value])), {
    os_threads_nice_value_merge_mutate: String(nicenessBelowOwn(4)),
    old_parts_lifetime: '60',
    cleanup_delay_period: '30',
    max_cleanup_delay_period: '45',
  });
  await fixture.close();
});

test.run();
