// rule: a process beyond its limit of memory is killed, and no other, also tests/infra/clickhouse/host/watch/watch.test.ts
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { defaultAnalystLimits } from '../../../../infra/clickhouse/host/watch/limits.ts';
import { openTables } from '../../../../infra/clickhouse/open-tables.ts';
import { until } from '../../../support/real-time.ts';

test('a query beyond the memory of its process ends that process alone, and the next one answers', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'attestry-analysts-'));
  const analystLimits = { ...defaultAnalystLimits(800 * 1024 ** 2), tickMs: 50 };
  const tables = await openTables({ directory, analystLimits });
  const run = (sql: string): Promise<unknown> =>
    tables.analyst.withSession({ settings: { max_memory_usage: '0' }, parameters: {} }, (session) =>
      session.run(sql, 'TSV'),
    );
  // The limits of a connection are not set here, as for a query that escapes them.
  const greedy =
    'SELECT length(groupArray(repeat(toString(number), 100))) FROM numbers(100000000) SETTINGS max_threads = 2';
  const error: unknown = await run(greedy).catch((thrown: unknown) => thrown);
  assert.match(String(error), /more memory than the limit/);
  assert.equal(await tables.api.query('SELECT 1 AS one'), [{ one: 1 }]);
  await until('an answer', () =>
    run('SELECT 1').then(
      () => true,
      () => false,
    ),
  );
  assert.equal([...tables.figures().tables.deaths.values()], []);
  await tables.close();
  rmSync(directory, { recursive: true, force: true });
});

test.run();
