import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { lineOf } from '../../../cli/doctor/check.ts';
import { portChecks, portsOf } from '../../../cli/doctor/port-checks.ts';
import { loadConfig } from '../../../infra/config/config.ts';
import { createMetrics, createMetricsServer } from '../../../infra/metrics.ts';

const servers: Server[] = [];
test.after(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

async function portOf(server: Server): Promise<number> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

/** The line of a port, without its number. */
async function lineAt(port: number): Promise<string> {
  const [check] = await portChecks([{ name: 'ATTESTRY_HTTP_PORT', port, host: '127.0.0.1' }]);
  assert.ok(check !== undefined);
  return lineOf(check).replace(String(port), 'N');
}

test('a port on which the program itself listens passes: the API, and the ops port of any role', async () => {
  const body = JSON.stringify({ name: 'attestry', version: '1.2.3', api: '1' });
  const api = createServer((request, response) => response.end(request.url === '/version' ? body : ''));
  const version = { name: 'attestry', version: '1.2.3' };
  const ops = createMetricsServer({ metrics: createMetrics([]), version, failing: () => ['log'] });
  for (const server of [api, ops]) {
    assert.is(await lineAt(await portOf(server)), 'ok   port N: Attestry 1.2.3 listens there');
  }
});

test('a port of another program fails with its setting, whatever that program answers', async () => {
  const taken = 'FAIL port N: taken; set ATTESTRY_HTTP_PORT to another port, or stop what listens there';
  const answers: readonly RequestListener[] = [
    (_, response) => response.writeHead(404).end('not here'),
    (_, response) => response.end('{"name":"other","version":"1.2.3"}'),
    (_, response) => response.end('{"name":"attestry"}'),
    (_, response) => response.end('null'),
    (_, response) => response.end(`{"name":"attestry","version":"${'1'.repeat(2_000)}"}`),
    (_, response) => response.writeHead(302, { location: '/version' }).end(),
    (_, response) => response.destroy(),
  ];
  for (const answer of answers) assert.is(await lineAt(await portOf(createServer(answer))), taken);
  const noHttp = createTcpServer((socket) => socket.end('220 mail.example ESMTP\r\n'));
  await new Promise<void>((resolve) => noHttp.listen(0, '127.0.0.1', resolve));
  assert.is(await lineAt((noHttp.address() as AddressInfo).port), taken);
  noHttp.close();
});

test('a free port passes', async () => {
  const server = createServer();
  const port = await portOf(server);
  await new Promise((resolve) => server.close(resolve));
  assert.is(await lineAt(port), 'ok   port N: free');
});

test('only ports that the settings open are checked', () => {
  const namesWith = (environment: Readonly<Record<string, string>>): readonly string[] =>
    portsOf(loadConfig(environment).config).map(({ name }) => name);
  const embedded = ['ATTESTRY_HTTP_PORT', 'ATTESTRY_OPS_PORT', 'ATTESTRY_SQL_PORT', 'ATTESTRY_REGISTRY_PORT'];
  assert.equal(namesWith({}), embedded);
  assert.equal(namesWith({ ATTESTRY_OPS_PORT: '0', ATTESTRY_REGISTRY_PORT: '0' }), [embedded[0], embedded[2]]);
  const cluster = {
    ATTESTRY_KAFKA_BROKERS: '127.0.0.1:9092',
    ATTESTRY_SCHEMA_REGISTRY_URL: 'http://127.0.0.1:8081',
    ATTESTRY_CLICKHOUSE_URL: 'http://127.0.0.1:8123',
  };
  assert.equal(namesWith(cluster), embedded.slice(0, 2));
});

test.run();
