import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { RetryableError } from '../../../infra/errors.ts';
import { toChecksumAddress } from '../../../schemas/values/evm.ts';
import { type Harness, itemsOf, type Reply, type TestKey } from '../../api/harness.ts';
import { asset, assetId, issuer } from '../../api/records.ts';
import { openPages, post, signIn, textOf, tokenOf, visit } from '../harness.ts';

let api: Harness;
const pending = issuer({ kyiStatus: 'pending' });
test.before(async () => {
  api = await openPages();
  await api.declare(
    asset(1),
    asset(2),
    asset(3, { public: false, kyiVerified: false, issuer: pending }),
    asset(4, { symbol: 'TWO', name: 'Two Chains' }),
    asset(5, { symbol: 'TWO', name: 'Two Chains', chain: 'base', address: asset(4).address }),
  );
});
test.after(() => api.close());

const page = '/watchlist/add';
const caip19 = (n: number): string => `eip155:1/erc20:${toChecksumAddress(asset(n).address)}`;
/** Sends a form whose fields may come several times. */
const submit = async (cookie: string, path: string, fields: readonly (readonly [string, string])[]): Promise<Reply> => {
  const token = tokenOf(await visit(api, path, { cookie }), path);
  return post(api, path, new URLSearchParams([['token', token], ...fields.map((pair) => [...pair])]), { cookie });
};
const check = (cookie: string, text: string) =>
  submit(cookie, page, [
    ['do', 'check'],
    ['text', text],
  ]);
const chosenIn = ({ text }: Reply): readonly string[] =>
  [...text.matchAll(/name="asset" value="([^"]+)" checked/g)].map(([, id = '']) => id);

test('U-32, B-94, B-95 a paste shows what each line finds, adds what is chosen and asks for the missing', async () => {
  const key = await api.makeKey();
  const cookie = await signIn(api, key.text);
  assert.match(textOf(await visit(api, page, { cookie })), /You asked for no token/);
  const text = [
    '# mine',
    `https://etherscan.io/token/${asset(1).address}`,
    'TK2',
    'TWO',
    caip19(3),
    caip19(404),
    'nothing alike',
    '',
  ].join('\r\n');
  const found = await check(cookie, text);
  assert.is(found.status, 200);
  assert.match(textOf(found), /2 found, 1 ambiguous, 1 not registered, 1 not verified, 1 not understood/);
  assert.match(textOf(found), /No token found for “nothing alike”/);
  assert.equal(chosenIn(found), [assetId(1), assetId(2)]);
  assert.is((await api.get('/me/watchlist', key.text)).body['used'], 0, 'nothing is added yet');
  const chosen = [assetId(1), assetId(2), assetId(5)].map((id) => ['asset', id] as const);
  const asked = [caip19(3), caip19(404)].map((one) => ['ask', one] as const);
  const done = await submit(cookie, page, [['do', 'add'], ...chosen, ...asked]);
  assert.match(textOf(done), /3 added, 2 asked for\./);
  assert.is((await api.get('/me/watchlist', key.text)).body['used'], 3);
  assert.equal(
    itemsOf(await api.get('/me/requests', key.text))
      .map((item) => [item['caip19'], item['state']])
      .sort(),
    [
      [caip19(3), 'open'],
      [caip19(404), 'open'],
    ].sort(),
  );
  assert.match(textOf(done), /Asked for/);
  await api.declare(asset(404));
  const registered = await visit(api, page, { cookie });
  assert.match(textOf(registered), /Registered.*Watch/);
  const [, request = ''] = /name="request" value="([^"]+)"/.exec(registered.text) ?? [];
  assert.match(
    textOf(
      await submit(cookie, page, [
        ['do', 'withdraw'],
        ['request', request],
      ]),
    ),
    /The request is withdrawn/,
  );
  assert.is(itemsOf(await api.get('/me/requests', key.text)).length, 1);
});

test('a refused paste keeps its text; a list of 250 lines is taken, and no more', async () => {
  const cookie = await signIn(api, (await api.makeKey()).text);
  const lines = Array.from({ length: 250 }, (_, index) => `https://etherscan.io/token/${asset(index + 1).address}?a=1`);
  assert.is((await check(cookie, lines.join('\n'))).status, 200);
  const many = await check(cookie, [...lines, 'TK1'].join('\n'));
  assert.is(many.status, 400);
  assert.match(textOf(many), /up to 250 lines, and this one 251/);
  assert.ok(many.text.includes(asset(250).address), 'the text is kept');
  for (const fields of [
    [
      ['do', 'check'],
      ['text', ' '],
    ],
    [['do', 'add']],
    [
      ['do', 'add'],
      ['asset', 'x'],
    ],
    [['do', 'else']],
  ] as const) {
    assert.is((await submit(cookie, page, fields)).status, 400);
  }
});

test('U-32 every token of an issuer, or every deployment of a token, is watched at once', async () => {
  const key = await api.makeKey();
  const cookie = await signIn(api, key.text);
  const search = await visit(api, '/watchlist?add=TWO', { cookie });
  assert.match(textOf(search), /2 tokens of Acme Euro S\.A\. Watch all 2/);
  const ids = [...search.text.matchAll(/name="asset" value="([^"]+)"/g)].map(([, id = '']) => ['asset', id] as const);
  assert.match(textOf(await submit(cookie, page, [['do', 'add'], ...ids])), /2 added\./);
  assert.not.match(textOf(await visit(api, '/watchlist?add=TWO', { cookie })), /Watch all/);
  const token = await visit(api, `/verified-assets/${asset(4).address}/base`, { cookie });
  const [, all = '', count = ''] = /href="([^"]+)">Watch all (\d+) of/.exec(token.text) ?? [];
  const offered = await visit(api, all, { cookie });
  assert.match(textOf(offered), /on the list already/);
  assert.is(Number(count), chosenIn(offered).length + 2, 'two of them are on the list');
  assert.not.match((await visit(api, `/verified-assets/${asset(4).address}/base`)).text, /Watch all/);
  const absent = await visit(api, `/watchlist?add=${asset(3).address}`, { cookie });
  assert.match(absent.text, /href="\/watchlist\/add\?text=0x[^"]+">Ask the operator for it/);
  assert.match(textOf(await visit(api, `${page}?text=${caip19(3)}`, { cookie })), /1 not verified/);
});

/** Adds and asks for what is given, as the page's own form does. */
const choose = (cookie: string, watched: readonly string[], asked: readonly string[]): Promise<Reply> =>
  submit(cookie, page, [
    ['do', 'add'],
    ...watched.map((id) => ['asset', id] as const),
    ...asked.map((one) => ['ask', one] as const),
  ]);
const requested = async (key: string): Promise<readonly unknown[]> =>
  itemsOf(await api.get('/me/requests', key)).map((item) => item['caip19']);
/** Asks for tokens whose numbers follow each other. */
const askMany = ({ tenantId }: TestKey, first: number, count: number): Promise<unknown> =>
  Promise.all(
    Array.from({ length: count }, (_, index) =>
      api.give(tenantId, 'request.create', { caip19: caip19(first + index), note: null, registered: [] }),
    ),
  );

test('U-32 what a choice did and did not do is stated token by token, whatever is refused in its middle', async () => {
  const key = await api.makeKey({ limit: 1 });
  const cookie = await signIn(api, key.text);
  await askMany(key, 20_000, 98);
  const asked = [caip19(21_001), caip19(1), caip19(20_000), 'eip155:1/erc20:0x12', caip19(21_002), caip19(21_003)];
  const done = await choose(cookie, [assetId(1), assetId(2), assetId(3)], asked);
  assert.is(done.status, 200);
  const text = textOf(done);
  assert.match(text, /1 added, 2 not added, 2 asked for, 1 asked for before, 3 not asked for\./);
  assert.match(text, /TK2 on Ethereum The watchlist is full: 1 of 1 used/);
  assert.match(text, /TK3 on Ethereum The asset is registered, but not public/);
  assert.ok(text.includes(`${caip19(1)} The asset is in the public registry already: watch it`));
  assert.ok(text.includes('eip155:1/erc20:0x12 caip19 has no address of Ethereum'));
  assert.ok(text.includes(`${caip19(21_003)} A tenant has at most 100 open requests; withdraw one first`));
  const after = await requested(key.text);
  assert.is(after.length, 100);
  for (const [one, isAsked] of [
    [caip19(21_001), true],
    [caip19(21_002), true],
    [caip19(21_003), false],
    [caip19(1), false],
  ] as const) {
    assert.is(after.includes(one), isAsked, one);
  }
});

test('U-32 places of requests that registered meanwhile are free in the same choice, even behind a public token', async () => {
  const key = await api.makeKey();
  const cookie = await signIn(api, key.text);
  await askMany(key, 30_000, 100);
  assert.match(textOf(await choose(cookie, [], [caip19(31_000)])), /1 not asked for\./);
  await api.declare(asset(30_000));
  const done = await choose(cookie, [], [caip19(1), caip19(31_000)]);
  assert.match(textOf(done), /1 asked for, 1 not asked for\./);
  assert.ok((await requested(key.text)).includes(caip19(31_000)));
});

test('U-30, U-32 requests whose outcomes do not arrive leave what was added stated, and themselves unknown', async () => {
  const key = await api.makeKey();
  const cookie = await signIn(api, key.text);
  const { commands } = api.dependencies;
  const { send } = commands;
  let isAway = (type: string): boolean => type === 'request.create';
  Object.assign(commands, {
    send: (...given: Parameters<typeof send>) =>
      given[0].some(({ type }) => isAway(type))
        ? Promise.reject(new RetryableError('the log is away'))
        : send.apply(commands, given),
  });
  try {
    const done = await choose(cookie, [assetId(1)], [caip19(40_001)]);
    assert.is(done.status, 200);
    assert.match(textOf(done), /1 added, 1 perhaps asked for: the service did not answer in time, so ask again\./);
    assert.ok(textOf(done).includes(`${caip19(40_001)} Not known whether it is asked for`));
    const asked = await choose(cookie, [], [caip19(40_001)]);
    assert.is(asked.status, 502, 'nothing is known, so the form is refused as a whole');
    isAway = (type) => type === 'watch.add';
    const none = await choose(cookie, [assetId(2)], [caip19(40_002)]);
    assert.is(none.status, 502);
    assert.match(textOf(none), /this may not be recorded/);
    assert.equal(await requested(key.text), [], 'what comes after an unknown addition is not sent');
  } finally {
    Object.assign(commands, { send });
  }
});

test('U-17 a key that may only read sees its requests, and no control', async () => {
  const cookie = await signIn(api, (await api.makeKey({ scopes: ['monitoring:read'] })).text);
  const shown = await visit(api, `${page}?text=TK1`, { cookie });
  assert.is(shown.status, 200);
  assert.not.match(shown.text, /name="text"|name="asset"/);
  assert.is((await post(api, page, { do: 'check', text: 'TK1' }, { cookie })).status, 403);
});

test('U-32, FD-11 two tenants that ask for one token are one row of the operator, declined once for both', async () => {
  const [one, other] = [await api.makeKey(), await api.makeKey()];
  for (const key of [one, other]) {
    const body = { caip19: caip19(9_001), note: `of ${key.tenantId}` };
    assert.is((await api.send('POST', '/me/requests', { key: key.text, body })).status, 201);
  }
  const cookie = await signIn(api, (await api.makeKey({ scopes: ['operator'] })).text);
  const path = '/operator/requests';
  const shown = await visit(api, path, { cookie });
  assert.is(shown.text.split(`name="caip19" value="${caip19(9_001)}"`).length, 2, 'one row');
  for (const { tenantId } of [one, other]) assert.ok(textOf(shown).includes(`of ${tenantId}`), 'its note');
  const [, add = ''] = /href="(\/operator\/registry\/add\?[^"]+)"/.exec(shown.text) ?? [];
  const filled = await visit(api, add, { cookie });
  assert.match(
    filled.text,
    new RegExp(`name="place"[^>]* value="${caip19(9_001)}"|value="${caip19(9_001)}"[^>]* name="place"`),
  );
  const without = await submit(cookie, path, [
    ['caip19', caip19(9_001)],
    ['reason', ' '],
  ]);
  assert.is(without.status, 400);
  const declined = await submit(cookie, path, [
    ['caip19', caip19(9_001)],
    ['reason', 'No issuer is known.'],
  ]);
  assert.match(textOf(declined), /is declined; each key holder who asked reads the reason/);
  assert.not.ok(declined.text.includes(`name="caip19" value="${caip19(9_001)}"`));
  for (const key of [one, other]) {
    const [item] = itemsOf(await api.get('/me/requests', key.text));
    assert.equal([item?.['state'], item?.['reason']], ['declined', 'No issuer is known.']);
    const reader = await signIn(api, key.text);
    assert.match(textOf(await visit(api, page, { cookie: reader })), /Declined No issuer is known\./);
  }
});

test('FD-11 a requested token that becomes public leaves the page of the operator by itself', async () => {
  const [one, other] = [await api.makeKey(), await api.makeKey()];
  for (const key of [one, other]) {
    assert.is((await api.send('POST', '/me/requests', { key: key.text, body: { caip19: caip19(9_002) } })).status, 201);
  }
  const cookie = await signIn(api, (await api.makeKey({ scopes: ['operator'] })).text);
  const isShown = async () => (await visit(api, '/operator/requests', { cookie })).text.includes(caip19(9_002));
  assert.ok(await isShown());
  await api.declare(asset(9_002));
  assert.not.ok(await isShown());
  for (const key of [one, other]) {
    assert.is(itemsOf(await api.get('/me/requests', key.text))[0]?.['state'], 'registered');
  }
});

test.run();
