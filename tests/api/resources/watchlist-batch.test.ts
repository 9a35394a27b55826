import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Harness, type Json, memberOf, openHarness, type TestKey } from '../harness.ts';
import { asset, assetId, issuer } from '../records.ts';

const lei = '529900T8BM49AURSDO55';
const company = issuer({ partyId: 'one', name: 'Acme Euro S.A.' });
const group = issuer({ partyId: 'two', name: 'Group Ltd', did: '01J8ZQ4T5V6W7X8Y9Z0A1B2C3F', lei });
let api: Harness;

test.before(async () => {
  api = await openHarness();
  await api.declare(
    ...Array.from({ length: 220 }, (_, index) => asset(index + 1, { issuer: company })),
    asset(300, { public: false, kyiVerified: false, issuer: issuer({ kyiStatus: 'pending' }) }),
    asset(301, { issuer: group, symbol: 'GRP', name: 'Group Dollar' }),
    asset(302, { issuer: group, symbol: 'GRP', name: 'Group Dollar', chain: 'base', address: address(301) }),
    asset(303, { issuer: group, symbol: 'GRPX', name: 'Group Extra' }),
    asset(304, { issuer: group, public: false, status: 'withdrawn' }),
    asset(305, { chain: 'base', address: address(1), issuer: company }),
  );
});
test.after(() => api.close());

const address = (n: number): string => asset(n).address;
const caip19 = (n: number, chain = 'eip155:1'): string => `${chain}/erc20:${address(n)}`;
const batch = (key: TestKey, items: readonly unknown[], more: object = {}) =>
  api.send('POST', '/me/watchlist/batch', { key: key.text, body: { items, ...more } });
const resultsOf = (body: Json) => body['results'] as readonly Json[];
const outcomesOf = (body: Json) => resultsOf(body).map(({ outcome }) => outcome);
const placesOf = ({ used, limit }: Json) => [used, limit];

test('B-94 each way of an entry has its result, in the order of the entries', async () => {
  const key = await api.makeKey();
  const items = [
    { assetId: assetId(2).toUpperCase() },
    { caip19: caip19(3) },
    { address: address(1) },
    { address: address(1), chainSlug: 'base' },
    { text: `https://etherscan.io/token/${address(4)}` },
    { text: 'TK5' },
    { text: 'group dollar base' },
    { caip19: caip19(300) },
    { address: address(300) },
    { caip19: caip19(404) },
    { assetId: assetId(404) },
    { address: address(304) },
    { assetId: assetId(2) },
  ];
  const { status, body } = await batch(key, items);
  assert.is(status, 200);
  assert.equal(
    resultsOf(body).map(({ query }) => query),
    items,
  );
  assert.equal(outcomesOf(body), [
    'added',
    'added',
    'ambiguous',
    'added',
    'added',
    'added',
    'added',
    'not_verified',
    'not_verified',
    'not_registered',
    'not_registered',
    'not_registered',
    'already',
  ]);
  assert.equal(placesOf(body), [6, 50]);
  const [first, , twice] = resultsOf(body);
  assert.equal(
    [memberOf(first, 'item', 'state'), memberOf(first, 'item', 'intakeStatus'), memberOf(first, 'item', 'asset', 'id')],
    ['gathering', 'queued', assetId(2)],
  );
  assert.equal((memberOf(twice, 'candidates') as readonly Json[]).map((one) => one['caip19']).sort(), [
    caip19(1),
    caip19(1, 'eip155:8453'),
  ]);
  const list = (await api.get('/me/watchlist', key.text)).body;
  assert.equal(
    (list['items'] as readonly Json[]).map((item) => memberOf(item, 'asset', 'id')).reverse(),
    [2, 3, 305, 4, 5, 302].map(assetId),
  );
});

test('B-94 an issuer stands for its public tokens, and words for one', async () => {
  const key = await api.makeKey();
  const { body } = await batch(key, [
    { issuer: lei.toLowerCase() },
    { issuer: group.did },
    { text: 'grp' },
    { text: lei },
  ]);
  assert.equal(outcomesOf(body), [
    ...['added', 'added', 'added'],
    ...['already', 'already', 'already'],
    'ambiguous',
    ...['already', 'already', 'already'],
  ]);
  assert.equal(
    (resultsOf(body)[6]?.['candidates'] as readonly Json[]).map(({ symbol }) => symbol),
    ['GRP', 'GRP'],
    'GRPX has another symbol',
  );
  const unknown = await batch(key, [{ issuer: '5493001KJTIIGC8Y1R12' }, { issuer: 'Acme' }]);
  assert.equal(outcomesOf(unknown.body), ['not_registered', 'malformed']);
});

test('B-94 a malformed entry has its reason and affects no other', async () => {
  const key = await api.makeKey();
  const oneWay = 'an entry must have exactly one of assetId, caip19, address, text, issuer';
  const cases: readonly (readonly [unknown, string])[] = [
    [null, 'an entry must be an object'],
    [[], 'an entry must be an object'],
    ['EEUR', 'an entry must be an object'],
    [{}, oneWay],
    [{ assetId: assetId(1), text: 'x' }, oneWay],
    [{ __proto__: null, constructor: 'x' }, oneWay],
    [{ assetId: 'x' }, 'assetId must be a uuid'],
    [{ caip19: 'x' }, 'caip19 must be a valid CAIP-19 identifier'],
    [{ address: '0x1' }, 'address is no address of a chain of this registry'],
    [{ address: address(1), chainSlug: 'nowhere' }, 'chainSlug is no chain of this registry'],
    [{ text: ' ' }, 'text must be of another form'],
    [{ text: 'x'.repeat(201) }, 'text must have at most 200 characters'],
    [{ text: 'nothing like it' }, 'No token found for “nothing like it”. Try its address.'],
    [{ issuer: 7 }, 'issuer must be string'],
    [{ text: 'x', note: 'y' }, 'note is not known'],
  ];
  const { body } = await batch(key, [...cases.map(([entry]) => entry), { assetId: assetId(1) }]);
  assert.equal(
    resultsOf(body).map(({ message }) => message),
    [...cases.map(([, message]) => message), 'Added to the list'],
  );
  assert.equal(new Set(outcomesOf(body).slice(0, -1)), new Set(['malformed']));
});

test('B-94 a body that is no batch is 400, one over 192 KiB 413, a key without the scope 403', async () => {
  const key = await api.makeKey();
  for (const body of [{}, { items: [] }, { items: Array(251).fill({ text: 'x' }) }, { items: [{}], dryRun: 'yes' }]) {
    assert.is((await api.send('POST', '/me/watchlist/batch', { key: key.text, body })).status, 400);
  }
  assert.is((await batch(key, Array(250).fill({ text: 'x'.repeat(760) }))).status, 200, 'below 192 KiB');
  assert.is((await batch(key, Array(250).fill({ text: 'x'.repeat(800) }))).status, 413);
  const reader = await api.makeKey({ scopes: ['monitoring:read'] });
  assert.is((await batch(reader, [{ assetId: assetId(1) }])).status, 403);
});

test('FD-10, B-94 250 entries at 200 places: the first are added, the sums hold, again they are there already', async () => {
  const key = await api.makeKey({ limit: 200 });
  const items = Array.from({ length: 250 }, (_, index) => {
    if (index % 10 === 9) return { caip19: caip19(1_000 + index) };
    const n = index + 1 <= 220 ? index + 1 : 300;
    return index % 3 === 0 ? { assetId: assetId(n) } : index % 3 === 1 ? { caip19: caip19(n) } : { text: caip19(n) };
  });
  const queriesBefore = api.queries.length;
  const dry = await batch(key, items, { dryRun: true });
  const first = await batch(key, items);
  assert.equal(outcomesOf(dry.body), outcomesOf(first.body));
  assert.equal(
    [placesOf(dry.body), placesOf(first.body)],
    [
      [198, 200],
      [198, 200],
    ],
  );
  assert.ok(api.queries.length - queriesBefore < 20, 'queries do not grow with the entries');
  const count = (outcome: string, body: Json): number => outcomesOf(body).filter((one) => one === outcome).length;
  const outcomes = ['added', 'not_registered', 'not_verified'];
  assert.equal(
    outcomes.map((outcome) => count(outcome, first.body)),
    [198, 25, 27],
  );
  const more = await batch(
    key,
    Array.from({ length: 5 }, (_, index) => ({ assetId: assetId((index + 1) * 10) })),
  );
  assert.equal(outcomesOf(more.body), ['added', 'added', 'over_limit', 'over_limit', 'over_limit']);
  assert.is(resultsOf(more.body)[4]?.['message'], 'The watchlist is full: 200 of 200 used');
  const again = await batch(key, items);
  assert.equal([count('already', again.body), count('added', again.body)], [198, 0]);
  assert.equal(placesOf(again.body), [200, 200]);
});

test('B-94 a dry run adds nothing, and counts an entry once', async () => {
  const key = await api.makeKey({ limit: 2 });
  await api.watch(key, assetId(1));
  const items = [{ assetId: assetId(2) }, { assetId: assetId(2) }, { assetId: assetId(3) }, { assetId: assetId(1) }];
  const { body } = await batch(key, items, { dryRun: true });
  assert.equal(outcomesOf(body), ['added', 'already', 'over_limit', 'already']);
  assert.equal(
    resultsOf(body).map((result) => 'item' in result),
    [false, false, false, true],
  );
  assert.equal(placesOf(body), [2, 2]);
  assert.is((await api.get('/me/watchlist', key.text)).body['used'], 1);
});

test('B-94 entries that stand for many tokens have 250 results in all, and the last states what is left out', async () => {
  const key = await api.makeKey({ limit: 1 });
  const { body } = await batch(
    key,
    [{ issuer: company.did }, { issuer: lei }, { issuer: company.did }, { issuer: lei }, { assetId: assetId(1) }],
    { dryRun: true },
  );
  assert.is(resultsOf(body).length, 252);
  const left = resultsOf(body).filter(({ message }) => String(message).includes('more tokens'));
  assert.equal(
    left.map(({ message }) => String(message).split(':')[0]),
    ['196 more tokens', '3 more tokens'],
  );
  assert.is(outcomesOf(body).at(-1), 'already');
});

test.run();
