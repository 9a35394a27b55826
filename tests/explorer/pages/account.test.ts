/** The account of a key holder: its last use, and a new key in its place. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { openPages, post, signIn, textOf, tokenOf, visit } from '../harness.ts';

test('K-14, K-17 the account shows the last use, and replaces its key by one that is shown once', async () => {
  const api = await openPages();
  try {
    const key = await api.makeKey();
    const cookie = await signIn(api, key.text);
    assert.match(textOf(await visit(api, '/account', { cookie })), /Last use\s*not noted yet/);
    await api.give(key.tenantId, 'key.used', { keyId: key.keyId });
    const page = await visit(api, '/account', { cookie });
    assert.match(textOf(page), /Last use\s*\d{1,2} \w{3} \d{4}/);
    const answer = await post(api, '/account/key/rotate', { token: tokenOf(page, '/account/key/rotate') }, { cookie });
    assert.is(answer.status, 200);
    const made = /attestry_[0-9A-Za-z]+_[0-9A-Za-z]+/.exec(textOf(answer))?.[0] ?? '';
    assert.not.equal(made, key.text);
    for (const text of [made, key.text]) {
      assert.is((await api.send('GET', '/me/watchlist', { key: text })).status, 200);
    }
    assert.not.match(textOf(await visit(api, '/account', { cookie })), made);
  } finally {
    await api.close();
  }
});

test('the newest five sessions stand in rows; a key that only reads states what it may not', async () => {
  const api = await openPages();
  try {
    const key = await api.makeKey({ scopes: ['monitoring:read'] });
    const cookie = await signIn(api, key.text);
    for (let more = 0; more < 6; more += 1) await signIn(api, key.text);
    const page = await visit(api, '/account', { cookie });
    assert.is(page.text.match(/action="\/account\/sessions\/end"/g)?.length, 4, 'this one and four others');
    assert.match(textOf(page), /And 2 others, begun earlier\./);
    assert.match(textOf(page), /This key reads: it may not change the watchlist/);
    const writer = await signIn(api, (await api.makeKey()).text);
    assert.not.match(textOf(await visit(api, '/account', { cookie: writer })), /This key reads/);
  } finally {
    await api.close();
  }
});

test('U-14 sign-in, a refused key and a key that may not name whom to ask for one; without a setting it is the operator', async () => {
  for (const [keyContact, asked, link] of [
    ['keys@a.example', 'Ask keys@a.example', 'href="mailto:keys@a.example"'],
    [
      'https://a.example/keys?a=1&b=2',
      'Ask https://a.example/keys?a=1&b=2',
      'href="https://a.example/keys?a=1&amp;b=2"',
    ],
    [null, 'Ask the operator of this service', null],
  ] as const) {
    const api = await openPages({}, { keyContact });
    try {
      const cookie = await signIn(api, (await api.makeKey({ scopes: ['monitoring:read'] })).text);
      const operator = await signIn(api, (await api.makeKey({ scopes: ['operator'] })).text);
      const refused = await post(api, '/signin', { key: 'x', next: '/' });
      assert.is(refused.status, 401);
      for (const [page, what] of [
        [await visit(api, '/signin'), 'for a key, or for another one.'],
        [refused, 'for a key, or for another one.'],
        [await visit(api, '/account', { cookie }), 'for a key that may.'],
        [await visit(api, '/inbox', { cookie: operator }), 'for a key that may.'],
      ] as const) {
        assert.ok(textOf(page).includes(`${asked} ${what}`), textOf(page));
        assert.is(page.text.includes(link ?? 'mailto:'), link !== null);
      }
    } finally {
      await api.close();
    }
  }
});

test.run();
