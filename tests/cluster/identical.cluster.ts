import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type Engine, openEngine } from '../../cli/engine/open-engine.ts';
import { readTopic } from '../../cli/log/read-topic.ts';
import { untilIdle } from '../../cli/engine/until-idle.ts';
import type { DemoState } from '../../cli/demo/demo-file.ts';
import { ensureDemo } from '../../cli/demo/load-demo.ts';
import { type Config, loadConfig } from '../../infra/config/config.ts';
import type { NewRecord } from '../../infra/log/log.ts';
import type { TopicName } from '../../schemas/topics.ts';
import { canonicalJson } from '../../schemas/values/canonical.ts';
import { silent } from '../cli/harness.ts';
import { createSandbox, type RunningService } from '../support/service.ts';
import { newCluster, type RunningRole, type TestCluster } from './support/cluster.ts';
import { printingErrors } from '../support/printing-errors.ts';
import { nowMs } from '../support/real-time.ts';

const test = suite('embedded and cluster');

/** Fixed base URLs, because responses contain links. */
const bases = {
  ATTESTRY_BASE_URL: 'http://registry.test',
  ATTESTRY_EXPLORER_URL: 'http://explorer.test',
  ATTESTRY_PUBLIC_PAGE_BASE: 'http://pages.test',
  ATTESTRY_TOPIC_PARTITIONS: '4',
};

/** A running service on one engine set, and a second connection to its log. */
interface Side {
  readonly engine: Engine;
  readonly config: Config;
  readonly httpUrl: string;
}

const directory = mkdtempSync(join(tmpdir(), 'attestry-identical-'));
const sandbox = createSandbox(bases);
const ends: (() => Promise<unknown>)[] = [
  sandbox.destroy,
  async () => rmSync(directory, { recursive: true, force: true }),
];
let embedded: Side;
let clustered: Side;
let onlyDetect: TestCluster;
let states: readonly [DemoState, DemoState];

test.before(() => printingErrors(prepare));
test.after(async () => {
  for (const end of ends.reverse()) await end();
});

async function prepare(): Promise<void> {
  const up: RunningService = await sandbox.up();
  embedded = await sideOf({ ...bases, ATTESTRY_DATA_DIR: sandbox.directory }, up.httpUrl);
  const cluster = await newCluster({ env: bases });
  ends.push(cluster.destroy);
  const started = await Promise.all([
    cluster.start('api', 'serve'),
    cluster.start('processors', 'run', 'processors'),
    cluster.start('sink', 'run', 'sink'),
    // Their chains answer for every asset: nothing is idle without them.
    cluster.start('publishers', 'run', 'publishers'),
  ]);
  clustered = await sideOf({ ...cluster.env, ATTESTRY_DATA_DIR: join(directory, 'tools') }, started[0].httpUrl);
  states = await Promise.all([loadDemo(embedded), loadDemo(clustered)]);
}

async function sideOf(environment: Readonly<Record<string, string>>, httpUrl: string): Promise<Side> {
  const { config } = loadConfig(environment);
  const engine = await openEngine(config, silent);
  ends.push(engine.close);
  return { engine, config, httpUrl };
}

/** Loads the demo step by step, so that intermediate outputs do not depend on which of the two joins is faster. */
const loadDemo = ({ engine, config }: Side): Promise<DemoState> =>
  ensureDemo({
    service: { engine, refreshCaches: async () => undefined },
    config,
    clock: nowMs,
    stage: () => undefined,
    stepByStep: true,
  });

async function valuesOf<T extends TopicName>({ engine }: Pick<Side, 'engine'>, topic: T): Promise<readonly string[]> {
  const values: string[] = [];
  for await (const { record, value } of readTopic(engine, topic)) {
    values.push(canonicalJson([record.key?.toString('utf8') ?? '', record.timestamp, value]));
  }
  return values;
}

/** Bytes of the values by partition, without the schema id, which each registry assigns itself. */
async function bytesOf({ engine }: Pick<Side, 'engine'>, topic: TopicName): Promise<readonly string[]> {
  const bytes: string[] = [];
  for await (const { record } of readTopic(engine, topic)) {
    const { partition, offset, timestamp, key, value } = record;
    const place = `${partition}@${offset} ${timestamp} ${key?.toString('utf8') ?? ''}`;
    bytes.push(`${place} ${value?.subarray(5).toString('base64') ?? ''}`);
  }
  return bytes;
}

test('the demo, loaded step by step, leads to the same feed', async () => {
  const bodies = await Promise.all(
    [embedded, clustered].map(async ({ httpUrl }, index) => {
      const headers = { authorization: `Bearer ${states[index]?.key ?? ''}` };
      const response = await fetch(`${httpUrl}/me/monitoring/changes?days=365&sort=impact`, { headers });
      assert.is(response.status, 200);
      // Ids of watchlist items contain the tenant's id, which is random.
      return (await response.text()).replaceAll(/"watchlistItemId":"[0-9a-f-]{36}"/g, '"watchlistItemId":"-"');
    }),
  );
  assert.ok((bodies[0] ?? '').length > 10_000, 'the feed is not empty');
  same(linesOf(bodies[1]), linesOf(bodies[0]), 'feed');
});

test('… and the same observations and changes', async () => {
  for (const topic of ['observations', 'changes'] as const) {
    const [here, there] = [await valuesOf(embedded, topic), await valuesOf(clustered, topic)];
    assert.ok(here.length > 40, `${here.length} ${topic}`);
    same([...there].sort(), [...here].sort(), topic);
  }
});

test('identical observations lead to byte-identical changes, records and subjects, in the log and in the tables', async () => {
  onlyDetect = await newCluster({ env: bases });
  ends.push(onlyDetect.destroy);
  const roles: readonly RunningRole[] = await Promise.all([
    onlyDetect.start('processors', 'run', 'processors', '--only', 'detect'),
    onlyDetect.start('sink', 'run', 'sink', '--only', 'sink'),
  ]);
  const side = await sideOf({ ...onlyDetect.env, ATTESTRY_DATA_DIR: join(directory, 'more-tools') }, '');
  const observations: NewRecord[] = [];
  for await (const { record, value } of readTopic(embedded.engine, 'observations')) {
    if (value === null) continue;
    const { key, timestamp, partition } = record;
    // With the partition: a tick goes to each of them, and its key chooses none.
    const bytes = side.engine.codec.encode('observations', value);
    observations.push({ topic: 'observations', key: key ?? '', value: bytes, timestamp, partition });
  }
  await side.engine.log.append(observations);
  const running = new Set(['detect', 'sink']);
  await untilIdle(side.engine, { standstillMs: 120_000, clock: nowMs, only: running });
  for (const topic of ['observations', 'changes'] as const) {
    same(await bytesOf(side, topic), await bytesOf(embedded, topic), topic);
  }
  // The embedded log compacts at once, brokers at an arbitrary later time.
  for (const topic of ['asset.records', 'asset.subjects'] as const) {
    const newest = new Set(await bytesOf(side, topic));
    const lost = (await bytesOf(embedded, topic)).filter((record) => !newest.has(record));
    assert.equal(lost, [], topic);
  }
  same(await rowsOf(onlyDetect, 'store_changes'), await embeddedRows('store_changes'), 'store_changes');
  for (const role of roles) assert.is((await role.end('SIGTERM')).code, 0);
});

/** Reports only the first line that differs, because a whole diff would have megabytes. */
function same(there: readonly string[], here: readonly string[], what: string): void {
  const at = here.findIndex((line, index) => line !== there[index]);
  if (at >= 0) assert.is(there[at], here[at], `${what}, line ${at}`);
  assert.is(there.length, here.length, what);
}

/** Lines of the feed, without the start of its window, which depends on the current time. */
function linesOf(body = ''): readonly string[] {
  const { since, ...rest } = JSON.parse(body) as Readonly<Record<string, unknown>>;
  assert.type(since, 'string');
  return JSON.stringify(rest, null, 1).split('\n');
}

const selectRows = (table: string): string =>
  `SELECT * EXCEPT inserted_at FROM attestry.${table} FINAL ORDER BY id FORMAT JSONEachRow`;

async function rowsOf({ tables }: TestCluster, table: string): Promise<readonly string[]> {
  const response = await fetch(`${tables.url}/`, { method: 'POST', body: selectRows(table) });
  const lines = (await response.text()).trim().split('\n');
  return lines.map((line) => JSON.stringify(JSON.parse(line)));
}

async function embeddedRows(table: string): Promise<readonly string[]> {
  const { connectTables } = await import('../../cli/engine/tables-client.ts');
  const client = await connectTables(embedded.config);
  assert.ok(client);
  const rows = await client.query(selectRows(table).replace(' FORMAT JSONEachRow', ''));
  return rows.map((row) => JSON.stringify(row));
}

test.run();
