// rule: a statement reads no hidden table, also tests/process/fuzz/sql.test.ts
import { test } from 'uvu';
import { startSqlServer } from '../../infra/clickhouse/sql-server.ts';
import { fuzz } from './fuzz-input.ts';
import { openSqlInput } from './sql.ts';

test('fuzz: an accepted statement reads no hidden table, writes nothing and lifts no limit', async () => {
  const { fuzzed, close } = await openSqlInput(await startSqlServer({ full: false }));
  try {
    await fuzz(fuzzed);
  } finally {
    await close();
  }
});

test.run();
