/** The port over HTTP, against ClickHouse's interface over the embedded engine in a separate process. */
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { openServerTables } from '../../../../infra/clickhouse/server/server-tables.ts';
import { RetryableError } from '../../../../infra/errors.ts';
import { encodeRows } from '../../../../pipeline/sink/encode.ts';
import { failureOf } from '../../../support/failure-of.ts';
import { testTables, type TablesUnderTest } from '../../../contracts/tables.ts';
import { answersThatAreNone, endingsOf } from '../../../support/raw-answers.ts';
import { openTablesServer } from '../../../support/shared-tables-server.ts';

const open = (url: string, limitMs = 20_000) => openServerTables({ url }, { connections: 2, limitMs });

testTables('tables by URL', async (): Promise<TablesUnderTest> => {
  const server = await openTablesServer();
  const first = open(server.url);
  await first.command('CREATE DATABASE IF NOT EXISTS attestry');
  await first.close();
  return {
    open: async () => open(server.url),
    close: server.close,
  };
});

const row = encodeRows([['d', 1, 0, null]]);

for (const { name, bytes } of answersThatAreNone) {
  test(`every request is over and retryable after a server that sends ${name}`, async () => {
    const errors = await endingsOf(bytes, async (origin) => {
      const tables = open(origin, 100);
      const asked = [
        tables.query('SELECT 1'),
        tables.command('SELECT 1'),
        tables.insert('attestry.rows', ['id', 'n', 'at', 'note'], row),
      ];
      const failed = await Promise.all(asked.map(failureOf));
      await tables.close();
      return failed;
    });
    for (const error of errors) assert.instance(error, RetryableError);
  });
}

test('a lane closes although the server hangs; its running queries fail', async () => {
  const error = await endingsOf('', async (origin) => {
    const tables = open(origin);
    const asked = failureOf(tables.query('SELECT 1'));
    await tables.close();
    return asked;
  });
  assert.instance(error, RetryableError);
});

test('a server that is gone gives retryable errors that name it, and works again after its return', async () => {
  const answer = (_: unknown, response: ServerResponse): void => void response.end('{"one":1}\n');
  const first = createServer(answer).listen(0, '127.0.0.1');
  await once(first, 'listening');
  const { port } = first.address() as AddressInfo;
  first.close();
  await once(first, 'close');
  const tables = open(`http://user:hunter2@127.0.0.1:${port}`);
  const gone = await failureOf(tables.query('SELECT 1'));
  assert.instance(gone, RetryableError);
  assert.match(String(gone), `The tables at 127.0.0.1:${port} do not answer`);
  assert.not.match(`${String(gone)}${JSON.stringify(gone)}`, /user|hunter2/, 'without its user and password');
  const next = createServer(answer).listen(port, '127.0.0.1');
  await once(next, 'listening');
  assert.equal(await tables.query('SELECT 1 AS one'), [{ one: 1 }]);
  await tables.close();
  next.closeAllConnections();
  next.close();
});

test.run();
