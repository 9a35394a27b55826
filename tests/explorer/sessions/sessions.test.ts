import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { sha256Hex } from '../../../schemas/values/hash.ts';
import type { Harness } from '../../api/harness.ts';
import { asset, assetId, change, hour, minute, second } from '../../api/records.ts';
import { openPages, ownForm, post, signIn, textOf, tokenOf, visit } from '../harness.ts';

let api: Harness;
test.before(async () => {
  api = await openPages();
  await api.declare(asset(1), asset(2));
});
test.after(() => api.close());

const changes = (cookie: string): Promise<number> =>
  visit(api, '/changes?by=known', { cookie }).then(({ status }) => status);

test('U-02 a key becomes a session: the cookie is HttpOnly and Strict, and neither it nor any page has the key', async () => {
  const key = await api.makeKey();
  const reply = await post(api, '/signin', { key: key.text, next: '/changes?days=30' });
  assert.is(reply.status, 303);
  assert.is(reply.headers['location'], '/changes?days=30');
  const [cookie = ''] = reply.headers['set-cookie'] ?? [];
  assert.match(cookie, /^attestry_local=[A-Za-z0-9_-]{43}; Path=\/; HttpOnly; SameSite=Strict$/);
  const page = await visit(api, '/changes?by=known', { cookie: cookie.split(';', 1)[0] ?? '' });
  assert.is(page.status, 200);
  assert.is(page.headers['cache-control'], 'no-store');
  const secret = key.text.split('_').at(-1) ?? '';
  for (const text of [cookie, page.text, JSON.stringify(reply.headers), ...api.logged]) assert.not.match(text, secret);
});

test('U-02 over https the cookie is __Host- and Secure; over plain http beyond this machine there is no form', async () => {
  const { createSessionCookie } = await import('../../../explorer/sessions/session-cookie.ts');
  assert.is(createSessionCookie(true).set('x'), '__Host-attestry=x; Path=/; HttpOnly; SameSite=Strict; Secure');
  const page = await visit(api, '/signin', { host: 'registry.example' });
  assert.match(textOf(page), /Signing in needs https/);
  assert.not.match(page.text, /name="key"/);
  const key = await api.makeKey();
  const headers = { host: 'registry.example', 'x-request-id': 'mine_1' };
  const refused = await post(api, '/signin', { key: key.text }, headers);
  assert.is(refused.status, 403);
  assert.is(refused.headers['set-cookie'], undefined);
});

test('U-13 a link from another site is answered with a page that asks again; without a session that leads to sign in', async () => {
  const key = await api.makeKey();
  await signIn(api, key.text);
  const first = await visit(api, '/changes?days=7', { 'sec-fetch-site': 'cross-site' });
  assert.is(first.status, 200);
  assert.match(first.text, /<meta http-equiv="refresh" content="0">/);
  const again = await visit(api, '/changes?days=7', { 'sec-fetch-site': 'same-origin' });
  assert.is(again.status, 303);
  assert.is(again.headers['location'], '/signin?next=%2Fchanges%3Fdays%3D7');
});

for (const next of [
  '//evil.example',
  '/\\evil.example',
  'https://evil.example',
  '/.//evil.example',
  '/a/..//evil.example',
  '/%2e//evil.example',
  '/.%2F/evil.example',
  '/%2F/evil.example',
  '/%252F%252Fevil.example',
  '/%5Cevil.example',
  '/%09/evil.example',
  '/a%0d%0aX: y',
  '/%',
  '/a\nb',
  'javascript:x',
  '/x'.repeat(900),
]) {
  test(`after signing in the reader stays here: ${JSON.stringify(next.slice(0, 30))}`, async () => {
    const key = await api.makeKey();
    const reply = await post(api, '/signin', { key: key.text, next });
    assert.is(reply.headers['location'], '/changes');
  });
}

test('U-15 signing out ends the session at once, and the cookie is worth nothing afterwards', async () => {
  const cookie = await signIn(api, (await api.makeKey()).text);
  const token = tokenOf(await visit(api, '/changes?by=known', { cookie }), '/signout');
  const reply = await post(api, '/signout', { token }, { cookie });
  assert.is(reply.status, 303);
  assert.match(String(reply.headers['set-cookie']?.[0]), /Max-Age=0/);
  assert.is(await changes(cookie), 303);
  api.pass(4 * second);
  assert.is(await changes(cookie), 303);
});

test('U-15 U-16 a form token is worth nothing after signing out, neither with the old cookie nor in the next session', async () => {
  const key = await api.makeKey({ scopes: ['monitoring:read', 'watchlist:write'] });
  const cookie = await signIn(api, key.text);
  const page = await visit(api, '/watchlist?add=TK1', { cookie });
  const token = tokenOf(page, '/watchlist');
  assert.ok(token.length > 20);
  const fields = { assetId: assetId(1), token };
  await post(api, '/signout', { token: tokenOf(page, '/signout') }, { cookie });
  const replayed = await post(api, '/watchlist', fields, { cookie });
  assert.equal([replayed.status, replayed.headers['location']], [303, '/signin']);
  const next = await signIn(api, key.text);
  assert.is((await post(api, '/watchlist', fields, { cookie: next })).status, 403);
  assert.is((await post(api, '/watchlist', fields)).headers['location'], '/signin', 'without any cookie');
  const watched = (await api.get('/me/watchlist', key.text)).body['items'];
  assert.equal(watched, []);
});

test('U-15 K-15 a session ends with its key, within 5 s', async () => {
  const key = await api.makeKey();
  const cookie = await signIn(api, key.text);
  assert.is(await changes(cookie), 200);
  await api.give(key.tenantId, 'key.revoke', { keyId: key.keyId });
  api.pass(5 * second);
  assert.is(await changes(cookie), 303);
});

test('U-15 a session ends after 8 h without a visit', async () => {
  const cookie = await signIn(api, (await api.makeKey()).text);
  api.pass(8 * hour + minute);
  assert.is(await changes(cookie), 303);
});

test('U-15 a session that is visited goes on, and ends after 24 h all the same', async () => {
  const cookie = await signIn(api, (await api.makeKey()).text);
  for (const hours of [7, 14, 21]) {
    api.pass(7 * hour);
    assert.is(await changes(cookie), 200, `after ${hours} h`);
    // The renewal is written in the background.
    await api.settled();
  }
  api.pass(3 * hour + minute);
  assert.is(await changes(cookie), 303);
});

test('U-15 cookies that are invented, cut, sent twice or of another form are no session', async () => {
  const cookie = await signIn(api, (await api.makeKey()).text);
  const [name = '', secret = ''] = cookie.split('=');
  const bad = [
    `${name}=${'A'.repeat(43)}`,
    `${name}=${secret.slice(0, -1)}`,
    `${name}=${secret}x`,
    `${cookie}; ${cookie}`,
    `${name}=${sha256Hex(secret)}`,
    `${name}=`,
    `__Host-attestry=${secret}`,
    `${name}=${secret.toLowerCase()}`,
    `x${cookie}`,
  ];
  for (const one of bad) assert.is(await changes(one), 303, one);
  assert.is(await changes(`other=1; ${cookie}; more=2`), 200);
});

const forgeries: readonly (readonly [name: string, headers: Readonly<Record<string, string>>])[] = [
  ['another site', { 'sec-fetch-site': 'cross-site' }],
  ['a neighbouring host', { 'sec-fetch-site': 'same-site' }],
  ['an address bar', { 'sec-fetch-site': 'none' }],
  ['another site with our origin', { 'sec-fetch-site': 'cross-site', origin: 'http://x.test' }],
];
for (const [name, headers] of forgeries) {
  test(`U-16 a form from ${name} is 403 and changes nothing`, async () => {
    const key = await api.makeKey();
    const cookie = await signIn(api, key.text);
    const token = tokenOf(await visit(api, '/changes?by=known', { cookie }), '/signout');
    assert.is((await post(api, '/signout', { token }, { cookie, ...headers })).status, 403);
    assert.is((await post(api, '/signin', { key: key.text }, headers)).status, 403);
    assert.is(await changes(cookie), 200);
  });
}

test('U-16 without Sec-Fetch-Site an Origin equal to ours is required', async () => {
  const key = await api.makeKey();
  const send = (headers: Readonly<Record<string, string>>): Promise<number> =>
    api
      .send('POST', '/signin', {
        body: `key=${key.text}`,
        headers: { 'content-type': ownForm['content-type'], ...headers },
      })
      .then(({ status }) => status);
  assert.is(await send({}), 403);
  assert.is(await send({ origin: 'null' }), 403);
  assert.is(await send({ origin: 'http://evil.example' }), 403);
  assert.is(await send({ origin: 'http://x.test' }), 303);
});

test('U-16 a form token is worth nothing for another session, another path, or altered', async () => {
  const [mine, other] = [await signIn(api, (await api.makeKey()).text), await signIn(api, (await api.makeKey()).text)];
  const token = tokenOf(await visit(api, '/changes?by=known', { cookie: mine }), '/signout');
  assert.is(token.length, 43);
  for (const bad of ['', 'x', `${token}A`, token.slice(1), token.toLowerCase(), '='.repeat(43)]) {
    assert.is((await post(api, '/signout', { token: bad }, { cookie: mine })).status, 403, bad);
  }
  assert.is((await post(api, '/signout', { token }, { cookie: other })).status, 403);
  const { createFormTokens } = await import('../../../explorer/sessions/form-token.ts');
  const tokens = createFormTokens([Buffer.alloc(32, 7)]);
  const session = sha256Hex(mine.split('=')[1] ?? '');
  assert.is(tokens.make(session, '/signout'), token);
  assert.is((await post(api, '/signout', { token: tokens.make(session, '/other') }, { cookie: mine })).status, 403);
  assert.equal([await changes(mine), await changes(other)], [200, 200]);
});

test('forms of another type, with a field twice, encoded or too long are refused', async () => {
  const send = (body: string, headers: Readonly<Record<string, string>>): Promise<number> =>
    api.send('POST', '/signin', { body, headers: { ...ownForm, ...headers } }).then(({ status }) => status);
  assert.is(await send('{}', { 'content-type': 'application/json' }), 415);
  assert.is(await send('key=a&key=b', {}), 400);
  assert.is(await send('key=a', { 'content-encoding': 'gzip' }), 415);
  assert.is(await send(`key=${'a'.repeat(17_000)}`, {}), 413);
});

test('U-17 a key without the scope cannot sign in, and one of the operator alone does not see the feed', async () => {
  const writer = await api.makeKey({ scopes: ['watchlist:write'] });
  assert.is((await post(api, '/signin', { key: writer.text })).status, 401);
  const operator = await api.makeKey({ scopes: ['operator'] });
  assert.is(await changes(await signIn(api, operator.text)), 403);
});

test('U-18 U-20 the feed page has the changes of the API for the same query, and refuses what the API refuses', async () => {
  const key = await api.makeKey();
  await api.watch(key, asset(1).assetId);
  await api.watch(key, asset(2).assetId);
  await api.detect(
    change('one', 1),
    change('two', 2, { category: 'sanctions', changeKind: 'listed' }),
    change('low', 1, { lowSignal: true }),
  );
  const cookie = await signIn(api, key.text);
  for (const query of ['?by=known', '?days=1', '?category=register', '?showAll=true&sort=impact', '?newOnly=true']) {
    const { body } = await api.get(`/me/monitoring/changes${query}`, key.text);
    const ids = (body['items'] as readonly { readonly id: string }[]).map(({ id }) => id);
    const { text } = await visit(api, `/changes${query}`, { cookie });
    assert.equal(
      [...text.matchAll(/<li id="([^"]+)"/g)].map(([, id]) => id),
      ids,
      query,
    );
  }
  for (const query of ['?unknown=1', '?category=none', '?sort=other']) {
    assert.is((await visit(api, `/changes${query}`, { cookie })).status, 400, query);
  }
});

test('B-63 U-05 U-21 the page of a change has the texts of its explanation; one that is not watched leads to its public page', async () => {
  const key = await api.makeKey();
  await api.watch(key, asset(1).assetId);
  await api.detect(change('told', 1, { quote: 'until 12:00 CET', priorQuote: 'until 15:00 CET' }));
  const { id, explanation, assessment } = change('told', 1);
  const { body } = await api.get(`/me/monitoring/changes/${id}`, key.text);
  const path = String(body['href']);
  const page = await visit(api, path, { cookie: await signIn(api, key.text) });
  assert.is(page.status, 200);
  const text = textOf(page);
  for (const sentence of [explanation.headline, explanation.whatDetail, explanation.whyItMatters, assessment.reason]) {
    assert.ok(text.includes(sentence), sentence);
  }
  assert.match(page.text, /<del><span class="hidden">removed: <\/span>15:00<\/del>/);
  assert.match(page.text, /<ins><span class="hidden">added: <\/span>12:00<\/ins>/);
  const stranger = await signIn(api, (await api.makeKey()).text);
  const led = await visit(api, path, { cookie: stranger });
  assert.is(led.status, 303);
  assert.match(String(led.headers['location']), /^\/verified-assets\/.*\/changes\//);
  assert.is((await visit(api, '/changes/%00', { cookie: stranger })).status, 404);
});

test('U-06 a change whose every text is markup is text', async () => {
  const text = '"><script>alert(1)</script><img src=x onerror=alert(1)>';
  const key = await api.makeKey();
  await api.watch(key, asset(2).assetId);
  const { explanation } = change('x', 2);
  const spoilt = { ...explanation, headline: text, whatDetail: text, whyItMatters: text, impact: text };
  await api.detect(change('xss', 2, { explanation: spoilt, quote: text, priorQuote: 'x', sourceUrl: 'javascript:x' }));
  const cookie = await signIn(api, key.text);
  for (const path of ['/changes?by=known', `/changes/${change('xss', 2).id}`]) {
    const { text: html } = await visit(api, path, { cookie });
    assert.is(html.match(/<script/g)?.length, 1, path);
    assert.not.match(html, /<img|href="javascript/);
    assert.ok(textOf(await visit(api, path, { cookie })).includes('alert(1)'));
  }
});

test.run();
