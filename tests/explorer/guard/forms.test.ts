import { createHash } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createFormTokens } from '../../../explorer/sessions/form-token.ts';
import type { Reply } from '../../api/harness.ts';
import { forms } from '../every-form.ts';
import { post, signIn, textOf, tokenOf, visit } from '../harness.ts';
import { openWorld, type World } from '../world.ts';

let world: World;
const sent: string[] = [];
test.before(async () => {
  world = await openWorld();
  const { commands } = world.api.dependencies;
  const { send } = commands;
  Object.assign(commands, {
    send: async (...given: Parameters<typeof send>) => {
      sent.push(...given[0].map(({ type }) => type));
      return send(...given);
    },
  });
});
test.after(() => world.close());

const tokens = createFormTokens([Buffer.alloc(32, 7)]);
/** A token of the session for a form, also of one that no page shows now. */
const tokenFor = (path: string, cookie = world.cookie): string => {
  const secret = cookie.slice(cookie.indexOf('=') + 1);
  return tokens.make(createHash('sha256').update(secret).digest('hex'), path);
};

const isSignedIn = ({ text }: Reply): boolean => {
  const nav = /<nav aria-label="Main">.*?<\/nav>/s.exec(text)?.[0] ?? '';
  return nav.includes('Account') && !nav.includes('Sign in');
};

test('every form of the pages is in the table', () => {
  assert.equal([...new Set(forms.map(({ pattern }) => pattern))].sort(), [...new Set(world.api.posted)].sort());
});

for (const form of forms) {
  test(`a field that the form does not have is 400, and nothing is done: ${form.pattern}`, async () => {
    const action = form.action(world);
    sent.length = 0;
    const fields = { ...form.fields(world), token: tokenFor(action), zzz: '1' };
    const reply = await post(world.api, action, fields, { cookie: world.cookie });
    assert.is(reply.status, 400);
    assert.match(textOf(reply), /form has no field "zzz"/);
    assert.match(textOf(reply), /request req_/);
    assert.ok(isSignedIn(reply), 'the header is that of the session');
    assert.equal([sent, reply.headers['set-cookie']], [[], undefined]);
  });
}

/** Texts that are refused, and the sentence at their field. */
const refused: readonly (readonly [
  pattern: string,
  field: string,
  fields: Readonly<Record<string, string>>,
  why: RegExp,
])[] = [
  ['/watchlist/:item', 'note', { do: 'note', note: 'n'.repeat(501) }, /up to 500 characters/],
  ['/account/webhooks', 'url', { url: 'http://receiver.example/in' }, /no messages are sent to this address/],
  ['/operator/changes', 'why', { why: ' ', by: 'Ann' }, /the reason has 1 to 2000 characters/],
  ['/operator/changes', 'by', { why: 'Because.', by: ' ' }, /a name of 1 to 80 characters/],
  ['/operator/changes', 'by', { why: 'Because.', by: 'A\u202enn' }, /the name has U\+202E, which cannot be seen/],
  ['/operator/keys', 'name', { name: 'An\u200bn' }, /the name of a key has U\+200B/],
  ['/operator/keys', 'name', { name: '\u3164' }, /the name of a key has U\+3164/],
  ['/operator/keys', 'scope', { name: 'Bob' }, /at least one scope/],
  ['/operator/keys', 'tenant', { name: 'Bob', scope: 'operator', tenant: 'none' }, /there is no tenant none/],
  ['/operator/keys', 'limit', { name: 'Bob', scope: 'operator', limit: '-1' }, /the limit is a whole number/],
  ['/operator/keys', 'expires', { name: 'Bob', scope: 'operator', expires: '2027-02-30' }, /the end is a day such as/],
  ['/operator/tenants', 'limit', { limit: 'many' }, /the limit is a whole number/],
];
for (const [pattern, field, fields, why] of refused) {
  test(`a refused form is shown again with its text and the sentence at the field: ${pattern}, ${field}`, async () => {
    const form = forms.find((one) => one.pattern === pattern);
    if (form === undefined) throw new Error(`no form ${pattern}`);
    const action = form.action(world);
    const page = await visit(world.api, form.page(world), { cookie: world.cookie });
    const shown =
      pattern === '/operator/changes' ? { story: /name="story" value="([^"]+)"/.exec(page.text)?.[1] ?? '' } : {};
    const all: Record<string, string> = { ...form.fields(world), ...shown, ...fields };
    if (field === 'scope') delete all['scope'];
    sent.length = 0;
    const token = tokenOf(page, action);
    const reply = await post(world.api, action, { ...all, token }, { cookie: world.cookie });
    assert.is(reply.status, 400);
    assert.equal(sent, []);
    assert.match(textOf(reply), why);
    assert.ok(isSignedIn(reply));
    assert.is(tokenOf(reply, action), token, 'the form is there');
    const [, id = ''] = /aria-describedby="(refused-[a-z]+)"/.exec(reply.text) ?? [];
    assert.is(id, `refused-${field}`);
    assert.match(reply.text, new RegExp(`<p class="bad small" id="${id}">Nothing was changed: `));
    assert.match(reply.text, /aria-invalid="true"/);
    for (const [name, value] of Object.entries(fields)) {
      const kept = name === 'scope' ? `value="${value}" checked` : value;
      if (name !== 'do' && value.trim() !== '') assert.ok(reply.text.includes(kept), `${name} is kept`);
    }
  });
}

test('a form that the service does not answer in time is shown again with its text', async () => {
  const { commands } = world.api.dependencies;
  const { send } = commands;
  const { RetryableError } = await import('../../../infra/errors.ts');
  Object.assign(commands, { send: () => Promise.reject(new RetryableError('the log is away')) });
  const action = `/watchlist/${world.ids.item}`;
  const fields = { do: 'note', note: 'A long thought.', token: tokenFor(action) };
  const reply = await post(world.api, action, fields, { cookie: world.cookie });
  Object.assign(commands, { send });
  assert.is(reply.status, 502);
  assert.match(reply.text, />A long thought\.<\/textarea>/);
  assert.match(textOf(reply), /did not answer in time, so this may not be recorded/);
});

test('U-14 a refused sign-in has the sentence at its field, and the key nowhere', async () => {
  const reply = await post(world.api, '/signin', { key: 'atk_nothing_of_this' });
  assert.is(reply.status, 401);
  assert.match(reply.text, /<input[^>]*name="key"[^>]*aria-describedby="refused-key"/);
  assert.not.match(reply.text, /atk_nothing_of_this/);
});

test('U-17 without the scope the page names it, in the frame of the session', async () => {
  const operator = await signIn(world.api, (await world.api.makeKey({ scopes: ['operator'] })).text);
  const page = await visit(world.api, '/changes?by=known', { cookie: operator });
  assert.is(page.status, 403);
  assert.match(textOf(page), /403 session_scope_missing/);
  assert.match(textOf(page), /Your key may not see this\. It needs monitoring:read\./);
  assert.not.match(textOf(page), /Something failed/);
  assert.ok(isSignedIn(page));
  const reader = await signIn(world.api, (await world.api.makeKey({ scopes: ['monitoring:read'] })).text);
  const form = await post(world.api, '/watchlist', { token: tokenFor('/watchlist', reader) }, { cookie: reader });
  assert.is(form.status, 403);
  assert.match(textOf(form), /Your key may not do this\. It needs watchlist:write\./);
});

test('U-16 a form without its token names what to do, in the frame of the session', async () => {
  const reply = await post(world.api, '/watchlist', {}, { cookie: world.cookie });
  assert.is(reply.status, 403);
  assert.match(textOf(reply), /403 csrf_refused/);
  assert.match(textOf(reply), /Load the page again/);
  assert.ok(isSignedIn(reply));
});

for (const [what, body, status] of [
  ['a field that is given twice', 'upTo=1&upTo=2', 400],
  ['a form that is too large', `upTo=${'1'.repeat(20_000)}`, 413],
] as const) {
  test(`${what} is refused in the frame of the session`, async () => {
    const token = tokenFor('/changes/seen');
    const headers = {
      accept: 'text/html',
      cookie: world.cookie,
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/x-www-form-urlencoded',
    };
    const reply = await world.api.send('POST', '/changes/seen', { body: `${body}&token=${token}`, headers });
    assert.is(reply.status, status);
    assert.ok(isSignedIn(reply));
  });
}

test('U-20 parameters that programs add to links are ignored; any other is 400 in the frame of the session', async () => {
  const added = 'utm_source=mail&UTM_Campaign=x&gclid=1&fbclid=2&mc_cid=3&mc_eid=4';
  for (const path of ['/changes?days=30&', '/changes.csv?', '/inbox?', '/watchlist?', '/?']) {
    const reply = await visit(world.api, `${path}${added}`, { cookie: world.cookie });
    assert.is(reply.status, 200, path);
  }
  const page = await visit(world.api, `/changes?days=30&${added}`, { cookie: world.cookie });
  assert.not.match(page.text, /utm_source|gclid/i);
  for (const path of ['/changes?zzz=1', '/changes?utm=1', '/changes?days=30&gclidx=1', '/changes.csv?zzz=1']) {
    const reply = await visit(world.api, path, { cookie: world.cookie });
    assert.is(reply.status, 400, path);
    assert.match(textOf(reply), /unknown parameter/, path);
    assert.ok(isSignedIn(reply), path);
  }
});

test.run();
