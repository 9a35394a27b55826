import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { RetryableError } from '../../../infra/errors.ts';
import type { ApiDependencies } from '../../../api/route/dependencies.ts';
import type { Standing } from '../../../api/readmodel/standing/standing.ts';
import { type Harness, itemsOf, memberOf, openHarness, type Reply, type TestKey } from '../harness.ts';
import { asset, assetId, change, day, hour, now } from '../records.ts';
import { run, subjects } from '../readmodel/standing/rows.ts';

let api: Harness;
let key: TestKey;
let isAway = false;

test.before(async () => {
  const overrides: Partial<ApiDependencies> = {};
  api = await openHarness(overrides);
  const { tables } = api.dependencies;
  const query = tables.query;
  Object.assign(tables, {
    query: async (sql: string, parameters: Readonly<Record<string, unknown>>) => {
      if (isAway) throw new RetryableError('away');
      return query(sql, parameters);
    },
  });
  await api.declare(
    asset(1, {
      verifications: [proof('lapsed', 'The wallet is no authority any more.')],
    }),
    asset(2, { chain: 'base', address: asset(1).address, public: false, kyiVerified: false }),
    asset(3),
  );
  await api.fixture.project('asset.subjects', [subjects]);
  await api.fixture.project('feed.runs', [run('ofac-addresses', 'accepted', now - hour)]);
  key = await api.makeKey();
  await api.watch(key, assetId(1), now - 50 * day);
  await api.watch(key, assetId(3), now - 40 * day);
});
test.after(() => api.close());

function proof(proofId: string, lapsed: string | null) {
  return {
    proofId,
    authorityType: 'owner',
    authorityAddress: '0x00000000000000000000000000000000000000aa',
    method: '{"type":"signature","scheme":"eip191"}',
    provedAt: now - 50 * day,
    verifiedBy: 'attestry',
    lapsed,
  };
}

const lookUp = (query: string): Promise<Reply> => api.get(`/kyi/v1/standing?${query}`, key.text);
const list = (query = ''): Promise<Reply> => api.get(`/me/monitoring/standing${query}`, key.text);
const caip19Of = (n: number): string => `eip155:1/erc20:${asset(n).address}`;

/** The word of a part of the first item. */
function wordOf({ body }: Reply, part: string): unknown {
  const [first] = (body['data'] ?? body['items']) as readonly { readonly parts: Standing['parts'] }[];
  return first?.parts.find((one) => one.part === part)?.word;
}

test('B-36 a withdrawn asset is not looked up: 404, as a lookup of its verification', async () => {
  const withdrawn = asset(78, { status: 'withdrawn', public: false });
  await api.declare(withdrawn);
  for (const query of [`caip19=${encodeURIComponent(caip19Of(78))}`, `address=${withdrawn.address}`]) {
    const { status, body } = await lookUp(query);
    assert.equal([status, body], [404, { data: [] }], query);
    assert.is((await api.get(`/kyi/v1/tokens?${query}`, key.text)).status, 404, query);
  }
});

test('A-73: the lookup has the two forms of the token lookup, an item a deployment, and 404 without one', async () => {
  const one = await lookUp(`caip19=${encodeURIComponent(caip19Of(1))}`);
  assert.is(one.status, 200);
  assert.equal(Object.keys(one.body), ['data']);
  const both = await lookUp(`address=${asset(1).address}`);
  assert.equal(
    (both.body['data'] as readonly object[]).map((item) => memberOf(item, 'caip19')),
    [caip19Of(1), `eip155:8453/erc20:${asset(1).address}`],
  );
  const narrowed = await lookUp(`address=${asset(1).address}&chain_slug=base`);
  assert.is((narrowed.body['data'] as readonly object[]).length, 1);
  const none = await lookUp('address=0x9999999999999999999999999999999999999999');
  assert.equal([none.status, none.text], [404, '{"data":[]}']);
});

test('A-73: its 400 texts are those of the token lookup', async () => {
  const caip19 = encodeURIComponent(caip19Of(1));
  const texts: readonly (readonly [query: string, message: string])[] = [
    ['', 'provide caip19, or address with optional chain_slug'],
    [
      `caip19=${caip19}&address=${asset(1).address}`,
      'use either caip19, or address with optional chain_slug, not both',
    ],
    ['chain_slug=base', 'chain_slug requires address'],
    ['caip19=none', 'caip19 must be a valid CAIP-19 identifier'],
  ];
  for (const [query, message] of texts) {
    const { status, body } = await lookUp(query);
    assert.equal([status, body], [400, { message, error: 'Bad Request', statusCode: 400 }]);
  }
});

test('A-74, U-11: an item has the four parts and what is adverse, the id of the asset, and proofs that lapsed', async () => {
  const { body } = await lookUp(`caip19=${encodeURIComponent(caip19Of(1))}`);
  const [item] = body['data'] as readonly object[];
  assert.equal(Object.keys(item ?? {}), [
    ...['asset_id', 'caip19', 'state', 'severity', 'at', 'parts', 'lapsed_verifications'],
  ]);
  assert.is(memberOf(item, 'asset_id'), assetId(1));
  assert.equal((memberOf(item, 'parts') as readonly object[]).map((part) => memberOf(part, 'part')).sort(), [
    'business',
    'control',
    'issuer',
    'lists',
  ]);
  assert.is(memberOf(item, 'lapsed_verifications', '0', 'lapsed'), 'The wallet is no authority any more.');
});

test('B-92: the list has an item a watched token, newest addition first, and a filter', async () => {
  const reply = await list();
  assert.is(reply.status, 200);
  const items = itemsOf(reply);
  assert.equal(
    items.map((item) => memberOf(item, 'asset', 'id')),
    [assetId(3), assetId(1)],
  );
  assert.equal(Object.keys(items[0] ?? {}), ['watchlistItemId', 'asset', 'state', 'severity', 'parts', 'at']);
  const [, second] = items;
  const only = await list(`?item=${String(memberOf(second, 'watchlistItemId'))}`);
  assert.equal(
    itemsOf(only).map((item) => memberOf(item, 'asset', 'id')),
    [assetId(1)],
  );
  assert.equal(itemsOf(await list('?item=00000000-0000-4000-8000-000000000000')), []);
  assert.is((await list('?item=x')).status, 400);
  const other = await api.makeKey();
  assert.equal(itemsOf(await api.get('/me/monitoring/standing', other.text)), []);
});

test('B-93, A-74: a watcher sees nine parts and candidates, the public no candidate', async () => {
  await api.detect(
    change('candidate', 3, {
      category: 'sanctions',
      changeKind: 'listed',
      subjectKey: 'list:entry',
      confirmed: false,
      notableAt: null,
    }),
  );
  const watched = await list();
  assert.is((itemsOf(watched)[0]?.['parts'] as readonly object[]).length, 9);
  assert.is(wordOf(watched, 'lists'), '1 possible match, not confirmed');
  assert.is.not(
    wordOf(await lookUp(`caip19=${encodeURIComponent(caip19Of(3))}`), 'lists'),
    '1 possible match, not confirmed',
  );
});

test('B-93, A-74: an unchanged answer has the same tag, although its time differs', async () => {
  const first = await list();
  api.pass(1);
  const second = await list();
  assert.is.not(itemsOf(first)[0]?.['at'], itemsOf(second)[0]?.['at']);
  assert.is(first.headers['etag'], second.headers['etag']);
});

test('PE-7, B-93, A-74: a list past its limit is open at that millisecond, without any new record', async () => {
  const query = `caip19=${encodeURIComponent(caip19Of(1))}`;
  assert.is(wordOf(await lookUp(query), 'lists'), 'No match');
  // The clock has moved by one millisecond.
  api.pass(2 * day - hour - 1);
  assert.is(wordOf(await lookUp(query), 'lists'), 'No match');
  api.pass(1);
  assert.is(wordOf(await lookUp(query), 'lists'), 'No match in old lists');
});

test('G-23: with the tables away the list answers 200 with open parts, the lookup 502', async () => {
  api.pass(1_000);
  isAway = true;
  const reply = await list();
  isAway = false;
  assert.is(reply.status, 200);
  assert.is(wordOf(reply, 'lists'), 'Unknown now');
  assert.is(memberOf(itemsOf(reply)[0], 'state'), 'open');
});

test('G-23: beside another writer, too, while the list is in memory; else 502', async () => {
  const other = await api.makeKey();
  Object.assign(api.dependencies.versions, { hasAllWrites: false });
  assert.is((await list()).status, 200);
  api.pass(1_000);
  isAway = true;
  const [known, unknown] = [await list(), await api.get('/me/monitoring/standing', other.text)];
  isAway = false;
  Object.assign(api.dependencies.versions, { hasAllWrites: true });
  assert.is(known.status, 200);
  assert.equal(
    itemsOf(known).map(({ state }) => state),
    ['open', 'open'],
  );
  assert.is(wordOf(known, 'lists'), 'Unknown now');
  assert.is(unknown.status, 502);
});

test.run();
