import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { DemoKeys } from '../../../explorer/dependencies.ts';
import type { Harness, Reply } from '../../api/harness.ts';
import { openPages, post, textOf, visit } from '../harness.ts';

let api: Harness;
let keys: DemoKeys | null = null;
test.before(async () => {
  api = await openPages({}, { demoKeys: () => keys });
});
test.after(() => api.close());

const demoForm = { demo: 'yes', next: '/changes' };

test('U-31 before the demo is loaded there is no button, and its form is refused', async () => {
  assert.not.match((await visit(api, '/signin?demo=yes')).text, /data-at-once/);
  assert.is((await post(api, '/signin', demoForm)).status, 401);
});

test('U-31 the demo signs in without a typed key, from a page of its own alone', async () => {
  const operator = (await api.makeKey({ scopes: ['operator'] })).text;
  keys = { reader: (await api.makeKey()).text, operator };
  const page = await visit(api, '/signin?demo=yes&next=/changes');
  assert.match(page.text, /data-at-once/);
  for (const key of [keys.reader, operator]) assert.not.match(page.text, key);
  assert.is((await post(api, '/signin', demoForm, { 'sec-fetch-site': 'cross-site' })).status, 403);
  const reply = await post(api, '/signin', demoForm);
  assert.equal([reply.status, reply.headers['location']], [303, '/changes']);
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
  const page = await visit(api, '/signin?demo=operator&next=/operator/keys', { cookie: reader });
  assert.is(page.status, 200);
  assert.is(page.text.match(/data-at-once/g)?.length, 1);
  const reply = await post(api, '/signin', { demo: 'operator', next: '/changes' }, { cookie: reader });
  assert.equal([reply.status, reply.headers['location']], [303, '/operator']);
  const operator = cookieOf(reply);
  assert.is((await visit(api, '/operator', { cookie: operator })).status, 200);
  assert.is((await visit(api, '/changes', { cookie: operator })).status, 403, 'it watches nothing');
  assert.is((await visit(api, '/signin?demo=operator', { cookie: operator })).status, 303);
  const before = await visit(api, '/changes', { cookie: reader });
  assert.is(before.status, 303, 'the session that was replaced is over');
});

test('U-31 a demo without an operator has no such button, and refuses its form', async () => {
  if (keys === null) throw new Error('no demo');
  keys = { ...keys, operator: null };
  assert.not.match((await visit(api, '/signin?demo=operator')).text, /value="operator"/);
  assert.is((await post(api, '/signin', { demo: 'operator' })).status, 401);
  assert.is((await post(api, '/signin', { demo: 'constructor' })).status, 401);
});

const cookieOf = ({ headers }: Reply): string => headers['set-cookie']?.[0]?.split(';', 1)[0] ?? '';

test.run();
