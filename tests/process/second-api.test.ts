/** A second API process beside the service: what one has acknowledged, both answer. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Answer, type ApiClient, clientOfA, clientOfB } from '../support/api-client.ts';
import { registryLines, testAddress, testId, writeLines } from '../support/demo-world.ts';
import type { RunningProcess } from '../support/service.ts';
import { type SharedService, useSharedService } from '../support/shared-service.ts';

interface Item {
  readonly id: string;
  readonly monitoringEnabled: boolean;
  readonly note: string | null;
}

interface Watchlist {
  readonly items: readonly Item[];
  readonly used: number;
}

interface Holder {
  readonly key: string;
  readonly keyId: string;
  /** The clients of the service and of the process beside it. */
  readonly clients: readonly [ApiClient, ApiClient];
}

/** Number of the first asset. */
const from = 6_000;
const assets = 12;
const assetId = (index: number): string => testId(`asset-${from + index}`);
let shared: SharedService;
let beside: RunningProcess;

async function newHolder(name: string, limit = 50): Promise<Holder> {
  const { key, keyId } = await shared.sandbox.json<{ readonly key: string; readonly keyId: string }>(
    ...['keys', 'create', '--name', name, '--scopes', 'monitoring:read,watchlist:write', '--limit', String(limit)],
  );
  return { key, keyId, clients: [clientOfB(shared.service, key), clientOfB(beside, key)] };
}

/**
 * The answer to a request. On a busy machine it may be 502 or 503 with Retry-After first, and the request is sent again, as the
 * API asks. Its effect may be there by then: `already` is the status that states so.
 */
async function answered<T>(
  send: () => Promise<Answer<T>>,
  expected: number | readonly number[],
  already: number | readonly number[],
): Promise<T> {
  let answer = await send();
  const isLate = (): boolean => answer.status === 502 || answer.status === 503;
  const accepted = [expected, isLate() ? already : []].flat();
  while (isLate()) {
    assert.match(answer.headers.get('retry-after') ?? '', /^\d+$/);
    answer = await send();
  }
  assert.ok(accepted.includes(answer.status), `${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
}

const listOf = (client: ApiClient): Promise<Watchlist> =>
  answered(() => client.get<Watchlist>('/me/watchlist'), 200, 200);

test.before(async () => {
  shared = await useSharedService();
  const { sandbox } = shared;
  const lines = registryLines({ assets, from });
  await sandbox.json('registry', 'import', writeLines(sandbox.directory, 'second-api.ndjson', lines));
  await sandbox.idle();
  // The addresses in their answers must be the same, as they are behind one front.
  const { httpUrl } = shared.service;
  beside = await sandbox.serve({
    ATTESTRY_BASE_URL: httpUrl,
    ATTESTRY_EXPLORER_URL: httpUrl,
    ATTESTRY_PUBLIC_PAGE_BASE: httpUrl,
  });
});
test.after(async () => {
  assert.equal(await beside.end('SIGTERM'), { code: 0, signal: null });
  await shared.release();
});

test('B-19 what one process has acknowledged, the other shows at once', async () => {
  const { clients } = await newHolder('read your writes');
  const agree = async (what: string, check: (list: Watchlist) => boolean): Promise<void> => {
    for (const list of await Promise.all(clients.map(listOf)))
      assert.ok(check(list), `${what}: ${JSON.stringify(list)}`);
  };
  // Read before, so that each process has cached an answer that it must not return again.
  await agree('an empty list', ({ used }) => used === 0);
  for (let round = 0; round < 4; round += 1) {
    const [writer, other] = round % 2 === 0 ? clients : [clients[1], clients[0]];
    const add = (): Promise<Answer<Item>> => writer.post<Item>('/me/watchlist', { assetId: assetId(round) });
    const { id } = await answered(add, 201, 200);
    const find = (list: Watchlist): Item | undefined => list.items.find((item) => item.id === id);
    await agree('the addition', (list) => find(list) !== undefined && list.used === list.items.length);
    const note = `round ${round}`;
    await answered(() => other.patch(`/me/watchlist/${id}`, { monitoringEnabled: false, note }), 200, 200);
    await agree('the note', (list) => find(list)?.note === note && find(list)?.monitoringEnabled === false);
    if (round % 2 === 1) continue;
    await answered(() => other.remove(`/me/watchlist/${id}`), 204, 404);
    await agree('the removal', (list) => find(list) === undefined);
    await answered(() => writer.remove(`/me/watchlist/${id}`), 404, 404);
  }
});

test('B-18 the cap is exact when both processes fill a list at once', async () => {
  const { clients } = await newHolder('capped', 5);
  const bodies = await Promise.all(
    Array.from({ length: assets }, (_, index) => {
      const client = clients[index % 2] ?? clients[0];
      const add = (): Promise<Answer<Item | { readonly code: string }>> =>
        client.post('/me/watchlist', { assetId: assetId(index) });
      return answered(add, [201, 409], [200]);
    }),
  );
  const refused = bodies.filter((body) => 'code' in body && body.code === 'watchlist_limit_reached');
  assert.is(refused.length, assets - 5);
  assert.equal(
    (await Promise.all(clients.map(listOf))).map(({ used }) => used),
    [5, 5],
  );
});

test('G-20 the same content has the same ETag on both processes, and is 304 on each', async () => {
  const { key, clients } = await newHolder('tags');
  for (const index of [0, 1]) {
    const client = clients[index % 2] ?? clients[0];
    await answered(() => client.post('/me/watchlist', { assetId: assetId(index) }), 201, 200);
  }
  await shared.sandbox.idle();
  const paths = [
    ...['/me/watchlist', '/me/monitoring/changes?days=365', '/me/notifications'],
    ...[`/assets/ethereum/${testAddress(from + 3)}`, `/kyi/v1/tokens?address=${testAddress(from + 3)}`],
  ];
  for (const path of paths) {
    const header = { authorization: path.startsWith('/me') ? `Bearer ${key}` : key };
    const get = (of: RunningProcess, tag: string | null): Promise<Response> =>
      fetch(of.httpUrl + path, { headers: tag === null ? header : { ...header, 'if-none-match': tag } });
    const both = [shared.service, beside];
    const tags = await Promise.all(both.map(async (one) => (await get(one, null)).headers.get('etag')));
    assert.match(tags[0] ?? '', /^W\/"/, path);
    assert.is(new Set(tags).size, 1, `${path}: ${tags.join()}`);
    for (const one of both) assert.is((await get(one, tags[0] ?? '')).status, 304, path);
  }
});

test('K-15 a revoked key is refused by every process that has not read it', async () => {
  const { key, keyId } = await newHolder('revoked');
  await shared.sandbox.json('keys', 'revoke', keyId);
  await shared.sandbox.idle();
  for (const one of [shared.service, beside]) assert.is((await clientOfA(one, key).get('/assets')).status, 401);
});

test.run();
