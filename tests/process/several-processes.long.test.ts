/** One `up` and two `serve` beside it: one reads the tables through the socket, the other by URL. */
// rule: B-18 B-19 G-20 K-15 R-22, also tests/process/second-api.test.ts, tests/process/bad-imports.test.ts, tests/api/http.test.ts, tests/cli/service/health/watch-engines.test.ts, tests/infra/clickhouse/server/server-tables.test.ts, sim accounts/read-your-writes, sim accounts/watch-limit
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type ApiClient, clientOfA, clientOfB } from '../support/api-client.ts';
import { patient } from './patient-client.ts';
import { authorityLine, registryLines, testAddress, testId, writeLines } from '../support/demo-world.ts';
import { fixturePath } from '../support/fixture-path.ts';
import { createSandbox, type RunningProcess, type RunningService } from '../support/service.ts';
import { proxyTables, type TablesProxy } from '../support/tables-proxy.ts';
import { pause, within, elapsedMs, nowMs, withPatience } from '../support/real-time.ts';

interface Item {
  readonly id: string;
  readonly asset: { readonly id: string };
  readonly monitoringEnabled: boolean;
  readonly note: string | null;
}

interface Watchlist {
  readonly items: readonly Item[];
  readonly limit: number;
  readonly used: number;
}

const assets = 60;
/** An address on the list of the fixture read below. */
const wallets = ['eip155:1:0x01e2919679362dfbc9ee1644ba9c6da6d6245bb1'];
const assetId = (index: number): string => testId(`asset-${index}`);
const sandbox = createSandbox({
  ATTESTRY_RATE_LIMIT: 'off',
  ATTESTRY_BASE_URL: 'http://registry.test',
  ATTESTRY_EXPLORER_URL: 'http://explorer.test',
  ATTESTRY_PUBLIC_PAGE_BASE: 'http://pages.test',
});
let up: RunningService;
let bySocket: RunningProcess;
let byUrl: RunningProcess;
let proxy: TablesProxy;

const everywhere = (): readonly RunningProcess[] => [up, bySocket, byUrl];

interface Holder {
  readonly key: string;
  readonly keyId: string;
  /** The key holder's clients for every process: `up`, then the two beside it. */
  readonly clients: readonly [ApiClient, ApiClient, ApiClient];
}

async function newHolder(name: string, limit = 50): Promise<Holder> {
  const { key, keyId } = await sandbox.json<{ readonly key: string; readonly keyId: string }>(
    ...['keys', 'create', '--name', name, '--scopes', 'monitoring:read,watchlist:write', '--limit', String(limit)],
  );
  const clientOf = (process: RunningProcess): ApiClient => patient(clientOfB(process, key));
  return { key, keyId, clients: [clientOf(up), clientOf(bySocket), clientOf(byUrl)] };
}

const listOf = async (client: ApiClient): Promise<Watchlist> => (await client.get<Watchlist>('/me/watchlist')).body;

/** Milliseconds until `done` holds. */
async function until(what: string, limitMs: number, done: () => Promise<boolean>): Promise<number> {
  const since = elapsedMs();
  while (!(await done())) {
    if (elapsedMs() - since > withPatience(limitMs)) throw new Error(`${what}: not after ${limitMs} ms`);
    await pause(20);
  }
  return elapsedMs() - since;
}

/** The response to a GET request, repeated while a busy machine refuses it. */
async function answerOf(url: string, headers: Readonly<Record<string, string>>): Promise<Response> {
  for (;;) {
    const response = await fetch(url, { headers });
    if (response.status < 502) return response;
    await pause(500);
  }
}

const isReady = async (process: RunningProcess): Promise<boolean> =>
  (await fetch(`${process.httpUrl}/readyz`)).status === 200;

test.before(async () => {
  up = await sandbox.up();
  proxy = await proxyTables(join(sandbox.directory, 'tables.sock'));
  [bySocket, byUrl] = await Promise.all([
    sandbox.serve(),
    sandbox.serve({ ATTESTRY_CLICKHOUSE_URL: proxy.url }),
    sandbox.json(
      'registry',
      'import',
      writeLines(sandbox.directory, 'world.ndjson', registryLines({ assets, wallets })),
    ),
  ]);
  await sandbox.json(
    'observe',
    writeLines(sandbox.directory, 'baseline.ndjson', [authorityLine(0, 0, Date.UTC(2026, 0, 2))]),
  );
  await sandbox.idle();
});
test.after(async () => {
  await sandbox.destroy();
  await proxy.close();
});

test('serve refuses a directory without a log, exit 78; tables that do not answer are named without their password', async () => {
  const without = await sandbox.spawned({ ATTESTRY_DATA_DIR: join(sandbox.directory, 'nowhere') }, 'serve');
  assert.is(without.code, 78);
  assert.match(without.stderr, /ATTESTRY_DATA_DIR: .*nowhere holds no log/);
  const secret = 'http://user:hunter2@127.0.0.1:1';
  const away = { ATTESTRY_CLICKHOUSE_URL: secret, ATTESTRY_DATA_DIR: join(sandbox.directory, 'away') };
  const failed = await sandbox.spawned(away, 'up');
  assert.is(failed.code, 1);
  assert.match(failed.stderr, /The tables at 127\.0\.0\.1:1 do not answer/);
  assert.not.match(failed.stderr, /hunter2/);
});

test('B-19 what one process has acknowledged, every other process shows at once', async () => {
  const { clients } = await newHolder('read your writes');
  const seen = async (): Promise<readonly string[]> =>
    Promise.all(clients.map(async (client) => JSON.stringify((await client.get('/me/watchlist')).body)));
  const agree = async (what: string, check: (list: Watchlist) => boolean): Promise<void> => {
    const lists = await seen();
    for (const [index, list] of lists.entries()) {
      assert.ok(check(JSON.parse(list) as Watchlist), `${what} is not shown by process ${index}: ${list}`);
    }
  };
  // Polled before, so that each process has cached an answer that it must not return again.
  const tags = await Promise.all(
    clients.map(async (client) => (await client.get('/me/watchlist')).headers.get('etag')),
  );
  assert.is(new Set(tags).size, 1);
  for (let round = 0; round < 9; round += 1) {
    const [writer, patcher, remover] = [clients[round % 3], clients[(round + 1) % 3], clients[(round + 2) % 3]];
    if (writer === undefined || patcher === undefined || remover === undefined) throw new Error('three clients');
    const added = await writer.post<Item>('/me/watchlist', { assetId: assetId(round) });
    assert.ok(added.status < 300);
    const { id } = added.body;
    const find = (list: Watchlist): Item | undefined => list.items.find((item) => item.id === id);
    await agree('the addition', (list) => find(list) !== undefined && list.used === list.items.length);
    const note = `round ${round}`;
    const patched = await patcher.patch(`/me/watchlist/${id}`, { monitoringEnabled: false, note });
    assert.is(patched.status, 200);
    await agree('the note', (list) => find(list)?.note === note && find(list)?.monitoringEnabled === false);
    if (round % 2 === 0) {
      const removed = await remover.remove(`/me/watchlist/${id}`);
      assert.ok([204, 404].includes(removed.status));
      await agree('the removal', (list) => find(list) === undefined);
      assert.is((await patcher.remove(`/me/watchlist/${id}`)).status, 404);
    }
  }
});

test('B-18 the cap is exact when three processes fill a list at once', async () => {
  const { clients } = await newHolder('capped', 20);
  const answers = await Promise.all(
    Array.from({ length: assets }, (_, index) =>
      (clients[index % 3] ?? clients[0]).post('/me/watchlist', { assetId: assetId(index) }),
    ),
  );
  const accepted = answers.filter(({ status }) => status < 300).length;
  const refused = answers.filter(({ status }) => status === 409).length;
  assert.equal([accepted, refused], [20, assets - 20]);
  for (const client of clients) assert.equal((await listOf(client)).used, 20);
});

test('G-20 the same content has the same ETag on every process, and is 304 on each', async () => {
  const { key, clients } = await newHolder('tags');
  for (const index of [0, 1, 2]) {
    assert.ok(((await clients[index % 3]?.post('/me/watchlist', { assetId: assetId(index) }))?.status ?? 0) < 300);
  }
  await sandbox.idle();
  const ofB = ['/me/watchlist', '/me/monitoring/changes?days=365', '/me/notifications'];
  const ofA = [
    '/assets?page_size=100',
    `/assets/ethereum/${testAddress(3)}`,
    `/kyi/v1/tokens?address=${testAddress(3)}`,
  ];
  for (const path of [...ofB, ...ofA]) {
    const header = { authorization: path.startsWith('/me') ? `Bearer ${key}` : key };
    const answers = await Promise.all(
      everywhere().map(async ({ httpUrl }) => (await answerOf(httpUrl + path, header)).headers.get('etag')),
    );
    assert.match(answers[0] ?? '', /^W\/"/, path);
    assert.is(new Set(answers).size, 1, `${path}: ${answers.join()}`);
    for (const { httpUrl } of everywhere()) {
      const again = await answerOf(httpUrl + path, { ...header, 'if-none-match': answers[0] ?? '' });
      assert.is(again.status, 304, path);
    }
  }
});

test('nothing older than a second is served as current: a change and a record, polled with their ETags', async () => {
  const { key, clients } = await newHolder('current');
  assert.ok((await clients[0].post('/me/watchlist', { assetId: assetId(0) })).status < 300);
  await sandbox.idle();
  const paths = ['/me/monitoring/changes', `/assets/ethereum/${testAddress(0)}`];
  const read = async ({ httpUrl }: RunningProcess, path: string, tag: string | null): Promise<Response> =>
    fetch(httpUrl + path, {
      headers: {
        authorization: path.startsWith('/me') ? `Bearer ${key}` : key,
        ...(tag === null ? {} : { 'if-none-match': tag }),
      },
    });
  const before = await Promise.all(paths.map(async (path) => (await read(up, path, null)).headers.get('etag')));
  /** When `up` first showed the news, and when the last request was sent that another process answered without it. */
  const shownAt = new Map<string, number>();
  const outdatedAt = new Map<string, number>();
  const follow = async (process: RunningProcess, index: number): Promise<void> => {
    const [path = '', tag = null] = [paths[index], before[index]];
    await until(`the news of ${path} on ${process.httpUrl}`, 30_000, async () => {
      const sentAt = elapsedMs();
      const { status } = await read(process, path, tag);
      if (status === 304) outdatedAt.set(`${process.httpUrl} ${path}`, sentAt);
      return status === 200;
    });
    shownAt.set(`${process.httpUrl} ${path}`, elapsedMs());
  };
  const following = everywhere().flatMap((process) => paths.map((_, index) => follow(process, index)));
  const file = writeLines(sandbox.directory, 'news.ndjson', [authorityLine(0, 1, nowMs())]);
  const list = fixturePath('ofac-addresses', 'ETH-2022-11-09.json');
  await sandbox.json('observe', file);
  await Promise.all([sandbox.json('feeds', 'run', 'ofac-addresses', '--file', list, '--as-of', 'now'), ...following]);
  for (const path of paths) {
    const first = shownAt.get(`${up.httpUrl} ${path}`) ?? 0;
    for (const { httpUrl } of [bySocket, byUrl]) {
      // An answer is not older than a second when it is given, so not when it was asked for.
      const behind = (outdatedAt.get(`${httpUrl} ${path}`) ?? first) - first;
      assert.ok(
        behind < withPatience(1_000),
        `${path} on ${httpUrl} was outdated in an answer to a request ${Math.round(behind)} ms later`,
      );
    }
  }
});

test('K-15 a revoked key is refused by every process within 5 s, also by those that know it well', async () => {
  const { key, keyId, clients } = await newHolder('revoked');
  for (const client of clients) assert.is((await client.get('/me/watchlist')).status, 200);
  const revoked = sandbox.json('keys', 'revoke', keyId).then(() => elapsedMs());
  const refusedAt = await Promise.all(
    everywhere().map(async (process) => {
      await until(`401 on ${process.httpUrl}`, 30_000, async () => {
        return (await clientOfB(process, key).get('/me/watchlist')).status === 401;
      });
      return elapsedMs();
    }),
  );
  const since = await revoked;
  for (const at of refusedAt)
    assert.ok(at - since < withPatience(5_000), `${Math.round(at - since)} ms after it was revoked`);
  for (const process of everywhere()) assert.is((await clientOfA(process, key).get('/assets')).status, 401);
});

test('kill −9 of a serve loses nothing it acknowledged', async () => {
  const { key, clients } = await newHolder('killed');
  const acknowledged: string[] = [];
  const sending = Array.from({ length: 40 }, async (_, index) => {
    const answer = await clients[1].post<Item>('/me/watchlist', { assetId: assetId(index) }).catch(() => null);
    if (answer?.status === 201) acknowledged.push(answer.body.asset.id);
    if (acknowledged.length === 5) await bySocket.end('SIGKILL').catch(() => undefined);
  });
  await Promise.all(sending);
  assert.ok(acknowledged.length >= 5, 'some were acknowledged before it died');
  bySocket = await sandbox.serve();
  await sandbox.idle();
  const lists = await Promise.all(everywhere().map((process) => listOf(clientOfB(process, key))));
  for (const list of lists) {
    const ids = new Set(list.items.map(({ asset }) => asset.id));
    assert.equal(
      acknowledged.filter((id) => !ids.has(id)),
      [],
    );
    assert.equal([list.items.length, ids.size], [list.used, list.used]);
  }
  assert.equal(new Set(lists.map((list) => JSON.stringify(list))).size, 1);
});

test('R-22 unreachable tables: 502 within 5 s, /readyz names them, and requests succeed when they are back', async () => {
  const { key, clients } = await newHolder('away');
  for (const client of clients) assert.is((await client.get('/me/watchlist')).status, 200);
  await up.end('SIGKILL');
  for (const process of [bySocket, byUrl]) {
    let [asked, status, code] = [0, 503, ''];
    // On a busy machine a process refuses requests that it expects to answer too late, before it asks the tables.
    while (status === 503) {
      asked = elapsedMs();
      const answer = await clientOfB(process, key).get<{ readonly code: string }>('/me/watchlist');
      [status, code] = [answer.status, answer.body.code];
    }
    assert.equal([status, code], [502, 'upstream_unavailable']);
    assert.ok(elapsedMs() - asked < withPatience(10_000), 'the time of this test process on a busy machine included');
    await until('not ready', 30_000, async () => !(await isReady(process)));
    const ready = await fetch(`${process.httpUrl}/readyz`);
    assert.equal([ready.status, await ready.json()], [503, { status: 'failing', failing: ['tables do not answer'] }]);
    assert.is((await fetch(`${process.httpUrl}/livez`)).status, 200);
  }
  const lost = await clientOfB(byUrl, key).post('/me/watchlist', { assetId: assetId(5) });
  assert.ok(lost.status >= 502);
  up = await sandbox.up();
  for (const process of [bySocket, byUrl]) {
    const client = patient(clientOfB(process, key));
    await until('ready again', 30_000, () => isReady(process));
    const { items, used } = await listOf(client);
    assert.ok(
      used <= 1 && items.every(({ asset }) => asset.id === assetId(5)),
      'the one without an answer, or nothing',
    );
    assert.ok((await client.post('/me/watchlist', { assetId: assetId(5) })).status < 300);
    assert.is((await listOf(client)).used, 1);
  }
});

test('a serve that gets a stop signal exits 0, also while it waits for tables', async () => {
  assert.equal(await byUrl.end('SIGTERM'), { code: 0, signal: null });
  assert.equal(await up.end('SIGTERM'), { code: 0, signal: null });
  const child = sandbox.start('serve');
  await within(new Promise<void>((resolve) => child.stderr?.once('data', () => resolve())), () => 'its first line');
  await pause(1_000);
  const ended = new Promise((resolve) => child.once('close', resolve));
  child.kill('SIGTERM');
  assert.is(await within(ended, () => 'its end'), 0);
});

test.run();
