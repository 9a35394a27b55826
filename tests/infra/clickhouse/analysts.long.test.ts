// rule: a query over its time limit ends with 408, also tests/infra/clickhouse/analysts.test.ts
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { startSqlServer } from './sql-server.ts';

test('a query over its time limit ends with 408', async () => {
  const server = await startSqlServer({ full: false });
  const reply = await server.run('SELECT count() FROM numbers(1000000000000) WHERE sipHash64(number) = 1', {
    max_execution_time: '1',
  });
  assert.is(reply.status, 408, reply.text);
  assert.is(reply.headers['x-clickhouse-exception-code'], '159');
  await server.close();
});

test.run();
