/** An installation moves from its data directory to Kafka: no record is lost or duplicated, and all keep their offsets. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openEmbeddedEngine } from '../../infra/embedded-engine.ts';
import { openKafkaLog } from '../../infra/log/kafka/log/kafka-log.ts';
import type { Log } from '../../infra/log/log.ts';
import { topicNames } from '../../schemas/topics.ts';
import { program } from '../support/built.ts';
import { exited } from '../support/exited.ts';
import { createSandbox, type RunningService, type Sandbox } from '../support/service.ts';
import { newCluster, type RunningRole, type TestCluster } from './support/cluster.ts';
import { sharedBroker } from './support/broker.ts';
import { nowMs, pause as wait } from '../support/real-time.ts';

const test = suite('moving to a cluster');
const day = 24 * 60 * 60 * 1000;
const bases = {
  ATTESTRY_BASE_URL: 'http://a.test',
  ATTESTRY_EXPLORER_URL: 'http://b.test',
  ATTESTRY_PUBLIC_PAGE_BASE: 'http://c.test',
};
const pages = ['/me/watchlist', '/me/monitoring/changes?days=365', '/me/notifications', '/assets'] as const;

interface CopyOutput {
  readonly complete: boolean;
  readonly records: number;
  readonly fillers: number;
  readonly verified: number;
}

let cluster: TestCluster;
let sandbox: Sandbox;
let service: RunningService;
let key = '';
let before: readonly string[] = [];

const ask = async (
  { httpUrl }: Pick<RunningRole, 'httpUrl'>,
  path: string,
  init: RequestInit = {},
): Promise<string> => {
  const authorization = path.startsWith('/me') ? `Bearer ${key}` : key;
  const headers = { authorization, 'content-type': 'application/json' };
  const response = await fetch(`${httpUrl}${path}`, { ...init, headers });
  assert.ok(response.ok, `${path}: ${response.status} ${await response.clone().text()}`);
  return response.text();
};
/** A response without the start of the feed's window, which depends on the current time. */
const answerOf = (text = '{}'): object => ({ ...(JSON.parse(text) as object), since: null });
const copy = () => sandbox.cliWith(cluster.env, 'log', 'copy', '--json');
const embedded = () =>
  openEmbeddedEngine({
    directory: sandbox.directory,
    partitions: 4,
    prefix: cluster.env['ATTESTRY_TOPIC_PREFIX'] ?? '',
  });

/** Key, timestamp, headers and content of every record by its position. Content is without the schema id, which the registry assigns. */
async function contents(log: Log): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const topic of topicNames) {
    for (const { partition, low, end } of await log.ranges(topic)) {
      for (let from = low; from < end; ) {
        const page = await log.read({ topic, partition, from, maxRecords: 1_000 });
        for (const { offset, key: own, timestamp, headers, value } of page) {
          const content = [
            own?.toString('hex'),
            timestamp,
            JSON.stringify(headers),
            value?.subarray(5).toString('hex'),
          ];
          found.set(`${topic}/${partition}/${offset}`, content.join());
        }
        from = (page.at(-1)?.offset ?? end) + 1;
      }
    }
  }
  return found;
}
const endsOf = async (log: Log): Promise<Readonly<Record<string, readonly number[]>>> => {
  const ends: Record<string, readonly number[]> = {};
  for (const topic of topicNames) ends[topic] = (await log.ranges(topic)).map(({ end }) => end);
  return ends;
};
const openTarget = async (): Promise<Log> => {
  const { brokers } = await sharedBroker();
  return openKafkaLog({ brokers, prefix: cluster.env['ATTESTRY_TOPIC_PREFIX'] ?? '' });
};

test.before(async () => {
  cluster = await newCluster({ env: bases });
  sandbox = createSandbox({
    ...bases,
    ATTESTRY_TOPIC_PREFIX: cluster.env['ATTESTRY_TOPIC_PREFIX'] ?? '',
    ATTESTRY_TENANT_KEYS_DIR: cluster.env['ATTESTRY_TENANT_KEYS_DIR'] ?? '',
    ATTESTRY_TOPIC_PARTITIONS: '4',
    ATTESTRY_RATE_LIMIT: 'off',
  });
  service = await sandbox.up({ demo: true });
  key = service.demoKey ?? '';
  const [item] = (JSON.parse(await ask(service, '/me/watchlist')) as { readonly items: readonly { id: string }[] })
    .items;
  await ask(service, `/me/watchlist/${item?.id ?? ''}`, { method: 'PATCH', body: JSON.stringify({ note: 'moved' }) });
  await sandbox.json('wait', '--idle');
});
test.after(async () => {
  await sandbox.destroy();
  await cluster.destroy();
});

test('most records are copied while the service runs, and the rest after it has stopped, also after kill -9', async () => {
  const first = await copy();
  assert.is(first.code, 0, first.stderr);
  assert.is((JSON.parse(first.stdout) as CopyOutput).complete, false);
  assert.match(first.stderr, /a service runs: what it goes on to write is not copied/);

  before = await Promise.all(pages.map((path) => ask(service, path)));
  await sandbox.json('keys', 'create', '--name', 'late', '--scopes', 'monitoring:read');
  await sandbox.json('wait', '--idle');
  await service.end('SIGTERM');
  // After a month retention has deleted the commands, so the start of their topic is missing.
  const engine = embedded();
  await engine.log.maintain(nowMs() + 31 * day);
  await engine.close();

  const env = { ...process.env, ...cluster.env, ATTESTRY_DATA_DIR: sandbox.directory };
  const killed = spawn(process.execPath, [program, 'log', 'copy'], { env, stdio: 'ignore' });
  await wait(1_500);
  killed.kill('SIGKILL');
  await exited(killed);

  const last = await copy();
  assert.is(last.code, 0, last.stderr);
  assert.is((JSON.parse(last.stdout) as CopyOutput).complete, true);
});

test('every record has the same offset, timestamp, key, headers and content', async () => {
  const engine = embedded();
  const target = await openTarget();
  try {
    const [source, copied] = [await contents(engine.log), await contents(target)];
    assert.ok(source.size > 500, String(source.size));
    for (const [place, content] of source) assert.is(copied.get(place), content, place);
    assert.equal(await endsOf(target), await endsOf(engine.log));
    const lows = (await target.ranges('accounts.commands')).map(({ low, end }) => [low, end]);
    assert.ok(lows.some(([, end]) => end !== undefined && end > 0));
    assert.ok(
      lows.every(([low, end]) => low === end),
      JSON.stringify(lows),
    );
  } finally {
    await target.close();
    await engine.close();
  }
});

test('the data directory is refused as a log, and the topics accept no second copy', async () => {
  const again = await copy();
  assert.is(again.code, 2, again.stderr);
  assert.match(again.stderr, /there is nothing to copy/);
  const up = await sandbox.cli('keys', 'list');
  assert.is(up.code, 78);
  assert.match(up.stderr, /was moved to Kafka/);
  const other = createSandbox();
  try {
    const made = openEmbeddedEngine({
      directory: other.directory,
      partitions: 4,
      prefix: cluster.env['ATTESTRY_TOPIC_PREFIX'] ?? '',
    });
    await made.close();
    const refused = await other.cliWith(cluster.env, 'log', 'copy');
    assert.is(refused.code, 2, refused.stderr);
    assert.match(refused.stderr, /holds records that were not copied from this log/);
  } finally {
    await other.destroy();
  }
});

test('the cluster continues: the same responses, no repeated output, and new writes', async () => {
  const artifacts = await sandbox.cliWith(
    cluster.env,
    ...['artifacts', 'copy', '--from', join(sandbox.directory, 'artifacts')],
  );
  assert.is(artifacts.code, 0, artifacts.stderr);
  const target = await openTarget();
  try {
    const ends = await endsOf(target);
    const [, , api] = await Promise.all([
      cluster.start('processors', 'run', 'processors'),
      cluster.start('sink', 'run', 'sink'),
      cluster.start('api', 'serve'),
      // Their chains answer for every asset: nothing is idle without them.
      cluster.start('publishers', 'run', 'publishers'),
    ]);
    await cluster.json('wait', '--idle', '--timeout', '120');
    assert.equal(await endsOf(target), ends);
    const after = await Promise.all(pages.map((path) => ask(api, path)));
    for (const [index, path] of pages.entries()) assert.equal(answerOf(after[index]), answerOf(before[index]), path);
    assert.ok(after[0]?.includes('"note":"moved"'));

    const items = (JSON.parse(after[0] ?? '') as { readonly items: readonly { readonly id: string }[] }).items;
    await ask(api, `/me/watchlist/${items[1]?.id ?? ''}`, { method: 'DELETE' });
    const left = JSON.parse(await ask(api, '/me/watchlist')) as { readonly items: readonly object[] };
    assert.is(left.items.length, items.length - 1);
    const { lost, duplicate, differing } = await cluster.json<Record<string, number>>('verify');
    assert.equal([lost, duplicate, differing], [0, 0, 0]);
  } finally {
    await target.close();
  }
});

test.run();
