import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { isDirect } from '../../../explorer/guard/one-click.ts';
import type { DemoKeys } from '../../../explorer/dependencies.ts';
import type { Harness, Reply } from '../../api/harness.ts';
import { openPages, post, textOf, visit } from '../harness.ts';

let api: Harness;
let keys: DemoKeys | null = null;
test.before(async () => {
  api = await openPages({}, { demoKeys: () => keys });
});
test.after(() => api.close());

/** What a browser sends with an address that its reader opened. */
const opened = { 'sec-fetch-site': 'none' };
const demoForm = { demo: 'yes', next: '/changes' };

test('U-31 before the demo is loaded there is no button, and its form is refused', async () => {
  assert.not.match((await visit(api, '/signin?demo=yes', opened)).text, /data-at-once/);
  assert.is((await post(api, '/signin', demoForm)).status, 401);
});

test('U-31 the demo signs in without a typed key, from a page of its own alone', async () => {
  const operator = (await api.makeKey({ scopes: ['operator'] })).text;
  keys = { reader: (await api.makeKey()).text, operator };
  const page = await visit(api, '/signin?demo=yes&next=/changes', opened);
  assert.match(page.text, /data-at-once/);
  for (const key of [keys.reader, operator]) assert.not.match(page.text, key);
  assert.is((await post(api, '/signin', demoForm, { 'sec-fetch-site': 'cross-site' })).status, 403);
  const reply = await post(api, '/signin', demoForm);
  assert.equal([reply.status, reply.headers['location']], [303, '/changes?days=365&by=known']);
  assert.match(reply.headers['set-cookie']?.[0] ?? '', /^attestry_local=/);
});

test('U-31 by any other name of the host the demo has no sign-in', async () => {
  const page = await visit(api, '/signin?demo=yes', { host: 'registry.example' });
  assert.not.match(textOf(page), /Sign in to the demo/);
  assert.is((await post(api, '/signin', demoForm, { host: 'registry.example' })).status, 403);
});

test('U-17 U-31 the operator of the demo signs in with one click, too; a reader who follows that link changes roles', async () => {
  const reader = cookieOf(await post(api, '/signin', demoForm));
  assert.is((await visit(api, '/operator', { cookie: reader })).status, 404);
  const page = await visit(api, '/signin?demo=operator&next=/operator/keys', { cookie: reader, ...opened });
  assert.is(page.status, 200);
  assert.is(page.text.match(/data-at-once/g)?.length, 1);
  const reply = await post(api, '/signin', { demo: 'operator', next: '/changes' }, { cookie: reader });
  assert.equal([reply.status, reply.headers['location']], [303, '/operator']);
  const operator = cookieOf(reply);
  assert.is((await visit(api, '/operator', { cookie: operator })).status, 200);
  assert.is((await visit(api, '/changes?by=known', { cookie: operator })).status, 403, 'it watches nothing');
  assert.is((await visit(api, '/signin?demo=operator', { cookie: operator })).status, 303);
  const before = await visit(api, '/changes?by=known', { cookie: reader });
  assert.is(before.status, 303, 'the session that was replaced is over');
});

test('U-31 a demo without an operator has no such button, and refuses its form', async () => {
  if (keys === null) throw new Error('no demo');
  keys = { ...keys, operator: null };
  assert.not.match((await visit(api, '/signin?demo=operator')).text, /value="operator"/);
  assert.is((await post(api, '/signin', { demo: 'operator' })).status, 401);
  assert.is((await post(api, '/signin', { demo: 'constructor' })).status, 401);
});

const led: readonly (readonly [what: string, path: string, headers: Readonly<Record<string, string>>])[] = [
  ['a link of another site', '/signin?demo=operator', { 'sec-fetch-site': 'cross-site' }],
  ['a link of a neighbouring site', '/signin?demo=yes', { 'sec-fetch-site': 'same-site' }],
  ['a page of ours', '/signin?demo=yes', { 'sec-fetch-site': 'same-origin' }],
  ['a browser that states no origin', '/signin?demo=operator', {}],
  ['a parameter inside another', '/signin?next=/x%3Fdemo=operator', opened],
  ['a longer value', '/signin?demo=operators', opened],
  ['two values', '/signin?demo=operator&demo=operator', opened],
];
for (const [what, path, headers] of led) {
  test(`U-31 nothing is sent by itself after ${what}`, async () => {
    const operator = (await api.makeKey({ scopes: ['operator'] })).text;
    keys = { reader: (await api.makeKey()).text, operator };
    const page = await visit(api, path, headers);
    assert.match(page.text, /Sign in to the demo/);
    assert.not.match(page.text, /data-at-once/);
  });
}

const proxies = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip'];
for (const header of proxies) {
  test(`U-31 behind a proxy that sends ${header} there is no button, and its form is refused`, async () => {
    keys = { reader: (await api.makeKey()).text, operator: null };
    const headers = { ...opened, [header]: '203.0.113.9' };
    for (const path of ['/', '/signin?demo=yes'])
      assert.not.match((await visit(api, path, headers)).text, /name="demo"/);
    const reply = await post(api, '/signin', demoForm, { [header]: '203.0.113.9' });
    assert.equal([reply.status, reply.headers['set-cookie']], [401, undefined]);
  });
}

test('U-31 only requests of this machine on a loopback address have one click', () => {
  const from = (localAddress: string, remoteAddress: string): boolean =>
    isDirect({ headers: {}, socket: { localAddress, remoteAddress } });
  assert.ok(from('127.0.0.1', '127.0.0.1'));
  assert.ok(from('::1', '::1'));
  assert.ok(from('::ffff:127.0.0.1', '::ffff:127.8.9.1'));
  assert.not.ok(from('192.0.2.1', '192.0.2.7'));
  assert.not.ok(from('127.0.0.1', '10.0.0.7'));
  assert.not.ok(isDirect({ headers: {}, socket: {} }));
});

test('a form of another site neither ends nor replaces the session of its reader', async () => {
  keys = { reader: (await api.makeKey()).text, operator: (await api.makeKey({ scopes: ['operator'] })).text };
  const cookie = cookieOf(await post(api, '/signin', demoForm));
  for (const site of ['cross-site', 'same-site', 'none']) {
    for (const path of ['/signin', '/signout']) {
      const reply = await post(api, path, { demo: 'operator' }, { cookie, 'sec-fetch-site': site });
      assert.equal([reply.status, reply.headers['set-cookie']], [403, undefined], `${site} ${path}`);
    }
  }
  assert.is((await visit(api, '/changes?by=known', { cookie })).status, 200);
});

test('a sign-in to the demo leads to all that became known, in the longest window', async () => {
  const reader = await api.makeKey();
  keys = { reader: reader.text, operator: null };
  const reply = await post(api, '/signin', { demo: 'yes' });
  assert.is(reply.headers['location'], '/changes?days=365&by=known');
});

const cookieOf = ({ headers }: Reply): string => headers['set-cookie']?.[0]?.split(';', 1)[0] ?? '';

test.run();
