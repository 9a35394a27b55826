import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Harness } from '../../api/harness.ts';
import { openPages, post, textOf, visit } from '../harness.ts';

let api: Harness;
let demoKey: string | null = null;
test.before(async () => {
  api = await openPages({}, { demoKey: () => demoKey });
});
test.after(() => api.close());

const demoForm = { demo: 'yes', next: '/changes' };

test('U-31 before the demo is loaded there is no button, and its form is refused', async () => {
  assert.not.match((await visit(api, '/signin?demo=yes')).text, /data-at-once/);
  assert.is((await post(api, '/signin', demoForm)).status, 401);
});

test('U-31 the demo signs in without a typed key, from a page of its own alone', async () => {
  demoKey = (await api.makeKey()).text;
  const page = await visit(api, '/signin?demo=yes&next=/changes');
  assert.match(page.text, /data-at-once/);
  assert.not.match(page.text, demoKey);
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

test.run();
