/** Kept inputs, and some generated ones, of the SQL of analysts. */
import { test } from 'uvu';
import { startSqlServer } from '../../infra/clickhouse/sql-server.ts';
import { runKept, runSome } from './run-input.ts';
import { type OpenSqlInput, openSqlInput } from './sql.ts';

let sql: OpenSqlInput;

test.before(async () => {
  sql = await openSqlInput(await startSqlServer({ full: false }));
});
test.after(() => sql.close());

test('sql: kept inputs', () => runKept(sql.fuzzed));
test('sql: generated inputs', () => runSome(sql.fuzzed, 20));

test.run();
