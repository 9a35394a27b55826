import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type LaneUse, openJobLane, openServerLane } from '../../../cli/engine/server-lanes.ts';
import { clusterSettings } from '../../../infra/clickhouse/server/cluster-settings.ts';
import { requestLimits } from '../../../infra/clickhouse/embedded/engine-config.ts';
import type { Tables } from '../../../infra/clickhouse/tables.ts';
import { loadConfig } from '../../../infra/config/config.ts';

const asked: URLSearchParams[] = [];
const server = createServer((request, response) => {
  asked.push(new URL(request.url ?? '', 'http://localhost').searchParams);
  request.resume();
  response.end();
});
test.before(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
test.after(() => void server.close());

/** The settings that a lane sends with each of its operations. */
async function settingsOf(open: (config: ReturnType<typeof loadConfig>['config']) => Tables, cluster: boolean) {
  const { port } = server.address() as AddressInfo;
  const settings = { ATTESTRY_CLICKHOUSE_URL: `http://127.0.0.1:${port}` };
  const lane = open(loadConfig(cluster ? { ...settings, ATTESTRY_CLICKHOUSE_CLUSTER: 'main' } : settings).config);
  asked.length = 0;
  await lane.query('SELECT 1');
  await lane.command('SELECT 1');
  await lane.insert('t', ['a'], Buffer.from('[1]\n'));
  await lane.close();
  assert.is(asked.length, 3);
  return [...asked];
}

test('on a cluster every connection, including the one for jobs, sets what its use requires', async () => {
  const lanes: readonly (readonly [LaneUse, Parameters<typeof settingsOf>[0]])[] = [
    ['accounts', (config) => openServerLane(config, 'accounts')],
    ['sink', (config) => openServerLane(config, 'sink')],
    ['api', (config) => openServerLane(config, 'api')],
    ['jobs', openJobLane],
  ];
  for (const [use, open] of lanes) {
    for (const parameters of await settingsOf(open, true)) {
      for (const [name, value] of Object.entries(clusterSettings[use])) assert.is(parameters.get(name), value, use);
    }
    for (const parameters of await settingsOf(open, false)) assert.is(parameters.get('insert_quorum'), null, use);
  }
});

test('on a cluster, lanes for requests and for keys read what most hosts have', async () => {
  // `attestry up` polls keys and new rows on the lane that fills the account tables.
  for (const use of ['api', 'accounts', 'jobs'] as const) {
    const [read] = await settingsOf((config) => openServerLane(config, use), true);
    assert.is(read?.get('select_sequential_consistency'), '1', use);
  }
});

test('queries of requests have limits, on one server and on a cluster', async () => {
  for (const cluster of [false, true]) {
    const [read] = await settingsOf((config) => openServerLane(config, 'api'), cluster);
    for (const [name, value] of Object.entries(requestLimits)) assert.is(read?.get(name), value);
    const [written] = await settingsOf((config) => openServerLane(config, 'sink'), cluster);
    assert.is(written?.get('max_result_rows'), null);
  }
});

test.run();
