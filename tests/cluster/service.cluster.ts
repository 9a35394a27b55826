import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { registryLines, testAddress, testId, writeLines } from '../support/demo-world.ts';
import { newCluster, type RunningRole, type TestCluster } from './support/cluster.ts';
import { printingErrors } from '../support/printing-errors.ts';
import { until } from './support/until.ts';
import { elapsedMs } from '../support/real-time.ts';

const test = suite('all roles as processes');
const assets = 40;
const assetId = (index: number): string => testId(`asset-${index}`);

let cluster: TestCluster;
let apis: readonly [RunningRole, RunningRole];
let destroy = async (): Promise<void> => undefined;
let processors: RunningRole;
let sink: RunningRole;
let key = '';

test.before(() => printingErrors(prepare));
test.after(() => destroy());

async function prepare(): Promise<void> {
  cluster = await newCluster();
  destroy = cluster.destroy;
  const started = await Promise.all([
    cluster.start('processors', 'run', 'processors'),
    cluster.start('sink', 'run', 'sink'),
    cluster.start('api-1', 'serve'),
    cluster.start('api-2', 'serve'),
    // Their chains answer for every asset: nothing is idle without them.
    cluster.start('publishers', 'run', 'publishers'),
  ]);
  [processors, sink] = started;
  apis = [started[2], started[3]];
  ({ key } = await cluster.json<{ readonly key: string }>(
    ...['keys', 'create', '--name', 'reader', '--scopes', 'monitoring:read,watchlist:write'],
  ));
  const lines = registryLines({ assets, wallets: [`eip155:1:${testAddress(0)}`] });
  await cluster.json('registry', 'import', writeLines(cluster.directory, 'world.ndjson', lines));
  await idle();
}

const idle = (): Promise<unknown> => cluster.json('wait', '--idle', '--timeout', '120');

const ask = (api: RunningRole, path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(`${api.httpUrl}${path}`, {
    ...init,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
  });

const watched = async (api: RunningRole): Promise<readonly string[]> => {
  const { items } = (await (await ask(api, '/me/watchlist')).json()) as {
    readonly items: readonly { readonly id: string; readonly asset: { readonly id: string } | null }[];
  };
  return items.map(({ id }) => id);
};

const verified = async (): Promise<void> => {
  const { code, stdout, stderr } = await cluster.cli('verify');
  const report = JSON.parse(stdout) as Readonly<Record<string, unknown>>;
  assert.equal([report['lost'], report['duplicate'], report['differing']], [0, 0, 0], `${stdout}${stderr}`);
  assert.is(code, 0);
};

/** Observations of redemption fees; each one of an asset differs from the one before. */
function fees(from: number, count: number): string {
  const start = Date.UTC(2025, 0, 1);
  const lines = Array.from({ length: count }, (_, index) => {
    const n = from + index;
    return {
      assetId: assetId(n % assets),
      subjectKind: 'asset',
      subjectKey: '',
      field: 'redemption_fee',
      sourceKey: 'terms',
      value: { bps: String(10 + (n % 500)) },
      quote: null,
      sourceUrl: null,
      sourceHash: `sha256:${'ab'.repeat(32)}`,
      extractor: 'test',
      extractorVersion: '1.0.0',
      fetchOutcome: 'ok',
      parseStatus: 'ok',
      observedAt: new Date(start + n * 60_000).toISOString(),
    };
  });
  return writeLines(
    cluster.directory,
    `fees-${from}.ndjson`,
    lines.map((line) => JSON.stringify(line)),
  );
}

const observed = async (): Promise<number> => {
  const url = `${cluster.tables.url}/?query=${encodeURIComponent("SELECT uniqExact(id) FROM attestry.store_observations WHERE extractor = 'test'")}`;
  return Number(await (await fetch(url)).text());
};

test('B-19 a write that one API process has answered is visible through the other at once, on Kafka and ClickHouse', async () => {
  const times: number[] = [];
  for (let index = 0; index < 20; index += 1) {
    const [writer, reader] = index % 2 === 0 ? apis : [apis[1], apis[0]];
    const begun = elapsedMs();
    const added = await ask(writer, '/me/watchlist', {
      method: 'POST',
      body: JSON.stringify({ assetId: assetId(index) }),
    });
    times.push(elapsedMs() - begun);
    const { id } = (await added.json()) as { readonly id: string };
    assert.ok(added.ok, String(added.status));
    assert.ok((await watched(reader)).includes(id), 'added');
    const removed = await ask(reader, `/me/watchlist/${id}`, { method: 'DELETE' });
    assert.ok(removed.ok, String(removed.status));
    assert.not((await watched(writer)).includes(id), 'removed');
  }
  times.sort((a, b) => a - b);
  console.log(
    `  POST /me/watchlist: p50 ${Math.round(times[10] ?? 0)} ms, slowest ${Math.round(times.at(-1) ?? 0)} ms`,
  );
});

test('K-15 a revoked key is refused by every API process within 5 s', async () => {
  const other = await cluster.json<{ readonly key: string; readonly keyId: string }>(
    ...['keys', 'create', '--name', 'short', '--scopes', 'monitoring:read'],
  );
  const statusOf = async (api: RunningRole): Promise<number> => {
    const headers = { authorization: `Bearer ${other.key}` };
    return (await fetch(`${api.httpUrl}/me/monitoring/changes`, { headers })).status;
  };
  for (const api of apis) assert.is(await statusOf(api), 200);
  // Both processes have the key in their cache and get requests with it all the time.
  const begun = elapsedMs();
  const revoking = cluster.json('keys', 'revoke', other.keyId);
  await revoking;
  const revokedAt = elapsedMs();
  for (const api of apis) await until('the key is refused', async () => (await statusOf(api)) === 401, 5_000);
  console.log(
    `  refused ${Math.round(elapsedMs() - revokedAt)} ms after the command, which took ${Math.round(revokedAt - begun)} ms`,
  );
});

test('a second process of a role on the same data directory is refused, with an error that states the remedy', async () => {
  const { code, stderr } = await new Promise<{ readonly code: string; readonly stderr: string }>((resolve) => {
    cluster.start('processors', 'run', 'processors').then(
      () => resolve({ code: 'started', stderr: '' }),
      (error: unknown) => resolve({ code: /ended with (\d+)/.exec(String(error))?.[1] ?? '', stderr: String(error) }),
    );
  });
  assert.is(code, '2');
  assert.match(stderr, /attestry run processors, process \d+, .* give this one another ATTESTRY_DATA_DIR/s);
});

test('processors and a sink that are killed resume at their committed offsets', async () => {
  const before = await observed();
  const loading = (async () => {
    for (let from = 10_000; from < 12_000; from += 500) await cluster.json('observe', fees(from, 500));
  })();
  await processors.end('SIGKILL');
  await sink.end('SIGKILL');
  await loading;
  [processors, sink] = await Promise.all([
    cluster.start('processors', 'run', 'processors'),
    cluster.start('sink', 'run', 'sink'),
  ]);
  await idle();
  assert.is((await observed()) - before, 2_000);
  await verified();
});

test('while the tables are down the sink waits and the API is not ready; afterwards both continue', async () => {
  const before = await observed();
  await cluster.tables.kill();
  await cluster.json('observe', fees(20_000, 500));
  await until('the API is not ready', async () => (await fetch(`${apis[0].httpUrl}/readyz`)).status === 503);
  await cluster.tables.start();
  await idle();
  assert.is((await observed()) - before, 500);
  await until('the API is ready', async () => (await fetch(`${apis[0].httpUrl}/readyz`)).status === 200);
  await verified();
});

test('every role exits with 0 within 10 s of SIGTERM', async () => {
  for (const role of [processors, sink, ...apis]) {
    const { code, ms } = await role.end('SIGTERM');
    assert.is(code, 0, role.stderr());
    assert.ok(ms < 10_000, `${Math.round(ms)} ms`);
  }
});

test.run();
