import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { httpLimits } from '../../infra/http/http-limits.ts';
import { createMetrics, createMetricsServer, type GaugeSource, type Metrics } from '../../infra/metrics.ts';
import { isLoopback } from '../../infra/schema-registry/http.ts';

const source = (read: GaugeSource['read']): GaugeSource => ({
  name: 'attestry_lag',
  help: 'Records not read yet.',
  labels: ['processor'],
  read,
});

const version = { name: 'attestry', version: '1.2.3' };

async function answer(metrics: Metrics, path: string, method = 'GET'): Promise<readonly [number, string]> {
  const server = createMetricsServer({ metrics, version });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const { port } = server.address() as AddressInfo;
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { method });
    return [response.status, await response.text()];
  } finally {
    server.close();
  }
}

test('a failed source gives 500, and the next scrape works again', async () => {
  let fails = true;
  const metrics = createMetrics([
    source(async () => {
      if (fails) throw new Error('the log is away');
      return [{ labels: { processor: 'sink' }, value: 3 }];
    }),
  ]);
  assert.equal(await answer(metrics, '/metrics'), [500, 'Error: the log is away\n']);
  fails = false;
  assert.match((await answer(metrics, '/metrics'))[1], /attestry_lag\{processor="sink"\} 3/);
});

test('slow requests are cut off after the limits of every listener', () => {
  const { headersTimeout, requestTimeout } = createMetricsServer({ metrics: createMetrics([]), version });
  assert.equal([headersTimeout, requestTimeout], [httpLimits.headersTimeout, httpLimits.requestTimeout]);
});

test('/version names the program, so that others can identify the owner of the port', async () => {
  assert.equal(await answer(createMetrics([]), '/version'), [200, JSON.stringify(version)]);
});

test('only GET /metrics is served', async () => {
  const metrics = createMetrics([]);
  assert.is((await answer(metrics, '/'))[0], 404);
  assert.is((await answer(metrics, '/metrics', 'POST'))[0], 404);
});

test('gauges have the values of this scrape only', async () => {
  let labels = 'sink';
  const metrics = createMetrics([source(async () => [{ labels: { processor: labels }, value: 1 }])]);
  assert.match(await metrics.text(), /attestry_lag\{processor="sink"\} 1/);
  labels = 'detect';
  const second = await metrics.text();
  assert.match(second, /attestry_lag\{processor="detect"\} 1/);
  assert.not.match(second, /processor="sink"/);
  assert.match(second, /attestry_nodejs_eventloop_lag_p99_seconds/);
});

test('concurrent scrapes are complete', async () => {
  let scrapes = 0;
  const metrics = createMetrics([
    source(async () => {
      scrapes += 1;
      for (let turns = scrapes === 1 ? 1 : 15; turns > 0; turns -= 1) await Promise.resolve();
      return [{ labels: { processor: 'sink' }, value: 1 }];
    }),
  ]);
  for (const text of await Promise.all([metrics.text(), metrics.text()])) {
    assert.match(text, /attestry_lag\{processor="sink"\} 1/);
  }
});

test('requests to other hosts are refused where the caller names the hosts', async () => {
  const server = createMetricsServer({ metrics: createMetrics([]), version, failing: () => [], isHost: isLoopback });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const { port } = server.address() as AddressInfo;
    const statusOf = (path: string, host: string): Promise<number> =>
      new Promise((resolve, reject) => {
        const asked = request({ port, path, headers: { host } }, (response) => {
          response.resume();
          resolve(response.statusCode ?? 0);
        });
        asked.on('error', reject);
        asked.end();
      });
    for (const path of ['/metrics', '/readyz', '/livez', '/version', '/']) {
      assert.is(await statusOf(path, 'evil.example'), 421, path);
      assert.is(await statusOf(path, `localhost:${port}`), path === '/' ? 404 : 200, path);
    }
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

test.run();
