// rule: R-25, also tests/api/route/load.test.ts
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { openTablesFixture } from '../../support/tables-fixture.ts';

test('R-25 the queries of all admitted reads are answered when they are sent at once', async () => {
  const tables = await openTablesFixture();
  const query = () => tables.reader.query<{ readonly one: number }>('SELECT 1 AS one', {});
  const rows = await Promise.all(Array.from({ length: 3 * 200 }, query));
  assert.ok(rows.every(([row]) => row?.one === 1));
  await tables.close();
});

test.run();
