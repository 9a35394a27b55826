import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Harness, itemsOf, type TestKey } from '../../api/harness.ts';
import { asset, assetId, change, day, now } from '../../api/records.ts';
import * as folded from '../../pipeline/changes/builders.ts';
import { openPages, post, signIn, textOf, tokenOf, visit } from '../harness.ts';

let api: Harness;
test.before(async () => {
  api = await openPages();
  await api.declare(asset(1), asset(2), asset(3, { public: false }));
});
test.after(() => api.close());

const listOf = async (key: TestKey) => itemsOf(await api.get('/me/watchlist', key.text));

test('a token is found, added, paused, noted, resumed and removed, as the API sees it', async () => {
  const key = await api.makeKey();
  const cookie = await signIn(api, key.text);
  assert.match(textOf(await visit(api, '/watchlist', { cookie })), /You watch no token yet/);
  const found = await visit(api, '/watchlist?add=TK1', { cookie });
  assert.match(textOf(found), /Token 1, Acme Euro/);
  const add = { token: tokenOf(found, '/watchlist'), assetId: assetId(1) };
  assert.is((await post(api, '/watchlist', add, { cookie })).status, 303);
  const [item] = await listOf(key);
  const itemId = String(item?.['id']);
  await api.detect(change('watch', 1));
  const page = await visit(api, '/watchlist', { cookie });
  assert.match(textOf(page), /1 of 50 places used/);
  assert.match(textOf(page), /TK1 Ethereum/);
  const act = async (fields: Readonly<Record<string, string>>): Promise<number> => {
    const path = `/watchlist/${itemId}`;
    const token = tokenOf(await visit(api, path, { cookie }), path);
    return (await post(api, path, { token, ...fields }, { cookie })).status;
  };
  assert.is(await act({ do: 'pause' }), 303);
  assert.is((await listOf(key))[0]?.['monitoringEnabled'], false);
  assert.match(textOf(await visit(api, '/watchlist', { cookie })), /Paused/);
  assert.is(await act({ do: 'note', note: '<b>main</b>\r\nposition' }), 303);
  assert.is((await listOf(key))[0]?.['note'], '<b>main</b>\nposition');
  assert.match((await visit(api, '/watchlist', { cookie })).text, /&lt;b>main|&lt;b&gt;main/);
  assert.is(await act({ do: 'note', note: 'x'.repeat(501) }), 400);
  assert.is(await act({ do: 'note', note: '' }), 303);
  assert.is((await listOf(key))[0]?.['note'], null);
  assert.is(await act({ do: 'resume' }), 303);
  assert.is((await listOf(key))[0]?.['monitoringEnabled'], true);
  assert.is(await act({ do: 'else' }), 400);
  assert.is(await act({ do: 'remove' }), 303);
  assert.equal(await listOf(key), []);
  const gone = await visit(api, `/watchlist/${itemId}`, { cookie });
  assert.equal([gone.status, gone.headers['location']], [303, '/watchlist'], 'notifications still lead to it');
});

test('an unresolved token states its reason in words, and is taken in again', async () => {
  const key = await api.makeKey();
  const itemId = await api.watch(key, assetId(2));
  await api.give(key.tenantId, 'intake.retry', { itemId });
  const cookie = await signIn(api, key.text);
  const { item } = await api.give(key.tenantId, 'watch.remove', { itemId });
  assert.ok(item !== null);
  const added = await api.give(key.tenantId, 'watch.add', { assetId: assetId(2), by: 'operator' });
  const again = String(added.item?.itemId);
  const intakeSeq = api.intakes.get(again) ?? 0;
  const body = {
    itemId: again,
    intakeSeq,
    outcome: 'unresolved',
    reason: 'contract_not_found',
    registryPosition: 0,
  } as const;
  await api.give(key.tenantId, 'intake.resolve', body);
  const page = await visit(api, '/watchlist', { cookie });
  assert.match(textOf(page), /Unresolved .*The intake ended: there is no contract at its address/);
  const path = `/watchlist/${again}`;
  const fields = { token: tokenOf(page, path), do: 'retry' };
  assert.is((await post(api, path, fields, { cookie })).status, 303);
  assert.is((await listOf(key))[0]?.['state'], 'gathering');
});

test('U-17 without the scope no control is shown and its form is 403; another tenant has no page of an item', async () => {
  const key = await api.makeKey({ scopes: ['monitoring:read'] });
  const itemId = await api.watch(key, assetId(1));
  const cookie = await signIn(api, key.text);
  for (const path of ['/watchlist?add=TK2', `/watchlist/${itemId}`]) {
    const page = await visit(api, path, { cookie });
    assert.is(page.status, 200);
    assert.not.match(
      page.text.replaceAll('action="/signout"', ''),
      /<form[^>]*method="post"[^>]*action="\/watchlist|name="do"/,
    );
  }
  assert.is((await post(api, '/watchlist', { assetId: assetId(2) }, { cookie })).status, 403);
  const other = await signIn(api, (await api.makeKey()).text);
  assert.is((await visit(api, `/watchlist/${itemId}`, { cookie: other })).status, 404);
});

test('an asset that is not public, unknown or no id at all cannot be added, nor one more than the limit', async () => {
  const key = await api.makeKey({ limit: 1 });
  const cookie = await signIn(api, key.text);
  const token = tokenOf(await visit(api, '/watchlist?add=TK1', { cookie }), '/watchlist');
  const add = async (id: string): Promise<number> =>
    (await post(api, '/watchlist', { token, assetId: id }, { cookie })).status;
  assert.is(await add(assetId(3)), 404);
  assert.is(await add(assetId(99)), 404);
  assert.is(await add('x'), 400);
  assert.is(await add(assetId(1)), 303);
  assert.is(await add(assetId(2)), 409);
});

test('U-15 the account page lists the sessions of the key, ends one, and all others at once', async () => {
  const key = await api.makeKey();
  const [first, second, third] = [
    await signIn(api, key.text),
    await signIn(api, key.text),
    await signIn(api, key.text),
  ];
  const page = await visit(api, '/account', { cookie: first });
  assert.match(textOf(page), /Sessions of this key/);
  assert.is((page.text.match(/action="\/account\/sessions\/end"/g) ?? []).length, 2);
  const handle = /name="session" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
  const token = tokenOf(page, '/account/sessions/end');
  assert.is((await post(api, '/account/sessions/end', { token, session: handle }, { cookie: first })).status, 303);
  const statuses = async (): Promise<readonly number[]> =>
    Promise.all([first, second, third].map(async (cookie) => (await visit(api, '/account', { cookie })).status));
  assert.equal([...(await statuses())].sort(), [200, 200, 303]);
  const others = tokenOf(await visit(api, '/account', { cookie: first }), '/account/sessions/end-others');
  await post(api, '/account/sessions/end-others', { token: others }, { cookie: first });
  assert.equal(await statuses(), [200, 303, 303]);
  const stranger = await signIn(api, (await api.makeKey()).text);
  const foreign = tokenOf(await visit(api, '/account', { cookie: stranger }), '/signout');
  assert.is(
    (await post(api, '/account/sessions/end', { token: foreign, session: handle }, { cookie: stranger })).status,
    403,
  );
});

test('B-93 tokens stand by how they are now, the worst first, then those added last', async () => {
  const key = await api.makeKey();
  const numbers = [11, 12, 13, 14];
  await api.declare(...numbers.map((number) => asset(number)));
  for (const number of numbers) await api.watch(key, assetId(number));
  await api.detect(change('match', 12, { category: 'sanctions', changeKind: 'listed', subjectKey: 'list:entry' }));
  const { text } = await visit(api, '/watchlist', { cookie: await signIn(api, key.text) });
  const order = [...text.matchAll(/TK(1[1-4])\b/g)].map(([, number]) => Number(number));
  assert.equal([...new Set(order)], [12, 14, 13, 11]);
  assert.match(text, /The worst come first, then those added last/);
  assert.match(text, /Sanctions lists: 1 match/);
  assert.match(text, /Business \(KYB\): Passed, date not stated/);
});

test('deployments of a token stand below it; tabs count and show the adverse, open and good ones', async () => {
  const key = await api.makeKey();
  await api.declare(
    asset(31, { symbol: 'SAME', name: 'One token' }),
    asset(32, { symbol: 'SAME', name: 'One token', chain: 'base' }),
    asset(33, { symbol: 'ALONE' }),
  );
  for (const number of [31, 33, 32]) await api.watch(key, assetId(number));
  await api.detect(
    change('match-33', 33, { category: 'sanctions', changeKind: 'listed', subjectKey: 'list:entry-33' }),
  );
  const cookie = await signIn(api, key.text);
  const page = await visit(api, '/watchlist', { cookie });
  assert.match(
    textOf(page),
    /All 3 .*Adverse 1 .*Open 2 .*Good 0 .*ALONE Ethereum .*SAME 2 chains One token, Acme Euro .*SAME on Base .*SAME on Ethereum /,
  );
  assert.is(page.text.match(/<tbody>/g)?.length, 2);
  assert.is(page.text.match(/scope="rowgroup"/g)?.length, 1);
  assert.match(textOf(page), /Pause SAME on Base Edit SAME on Base/);
  const adverse = textOf(await visit(api, '/watchlist?show=adverse', { cookie }));
  assert.match(adverse, /ALONE Ethereum/);
  assert.not.match(adverse, /SAME/);
  assert.match(textOf(await visit(api, '/watchlist?show=good', { cookie })), /No watched token is of this kind now/);
  assert.match(textOf(await visit(api, '/watchlist?show=constructor', { cookie })), /ALONE .*SAME/);
});

test('the line of an intake with gaps leads to the tokens with these gaps', async () => {
  const key = await api.makeKey();
  await api.declare(asset(34), asset(35), asset(36));
  const cookie = await signIn(api, key.text);
  for (const [number, missing] of [
    [34, ['chain_not_observed']],
    [35, ['chain_not_observed']],
    [36, ['no_issuer']],
  ] as const) {
    const { item } = await api.give(key.tenantId, 'watch.add', { assetId: assetId(number), by: 'operator' });
    const itemId = String(item?.itemId);
    const intakeSeq = api.intakes.get(itemId) ?? 0;
    const body = { itemId, intakeSeq, outcome: 'partial', missing: [...missing], registryPosition: 0 } as const;
    await api.give(key.tenantId, 'intake.resolve', body);
  }
  const inbox = await visit(api, '/inbox', { cookie });
  assert.match(inbox.text, '<a href="/watchlist?lacks=chain_not_observed">');
  const page = await visit(api, '/watchlist?lacks=chain_not_observed', { cookie });
  assert.match(textOf(page), /All 2 .*Watched in part: its chain is not observed .*TK3[45] .*TK3[45] /);
  assert.not.match(textOf(page), /TK36/);
  assert.match(page.text, '<a class="chip" href="/watchlist">');
  assert.match(textOf(await visit(api, '/watchlist?lacks=none', { cookie })), /TK34.*TK36|TK36.*TK34/);
});

test('the last change of each token stands in its row, however many another token had since', async () => {
  await api.declare(asset(41), asset(42));
  const key = await api.makeKey();
  for (const number of [41, 42]) await api.watch(key, assetId(number), 0);
  await api.detect(change('single', 41, { detectedAt: now - 30 * day }));
  await api.detect(change('not shown in a feed', 41, { detectedAt: now - 29 * day, lowSignal: true }));
  await api.detect(
    ...Array.from({ length: 201 }, (_, index) => change(`many ${index}`, 42, { detectedAt: now - day - index })),
  );
  const text = textOf(await visit(api, '/watchlist', { cookie: await signIn(api, key.text) }));
  assert.match(text, /TK41 Ethereum .*Headline of not shown in a feed/);
  assert.match(text, /TK42 Ethereum .*Headline of many 0 /);
  assert.not.match(text, /none in 365 days/);
});

test('what is read of a token: a chain without a node and a document that was not to be had are not read', async () => {
  await api.declare(asset(21, { assetId: folded.assetId }));
  const key = await api.makeKey();
  const itemId = await api.watch(key, folded.assetId, 0);
  const of = (at: number, given: Partial<Parameters<typeof folded.observation>[0]> & { readonly value: unknown }) =>
    folded.observation({ observedAt: at, ...given });
  const chain = { field: 'chain_reading', sourceKey: 'chain:eip155:8453', artifactId: 'a'.repeat(64) };
  const capture = { subjectKind: 'source', subjectKey: 'terms', field: 'capture', sourceKey: 'terms' };
  const other = { field: 'chain_reading', sourceKey: 'chain:eip155:1', artifactId: 'b'.repeat(64) };
  const imported = { field: 'paused', sourceKey: 'chain:eip155:43114', artifactId: 'c'.repeat(64), value: false };
  const read = of(now - day, { ...other, value: 'stated' });
  await api.fixture.project('observations', [
    of(now, { ...chain, value: 'not_observed' }),
    of(now, imported),
    of(now, { ...capture, value: null, fetchOutcome: 'net_error' }),
    read,
    of(now, { ...other, value: 'not_observed' }),
    of(now, { subjectKind: 'review', field: 'x', sourceKey: 'review', value: { verdict: 'confirmed' } }),
    of(now, { field: 'supply', sourceKey: 'ledger_api', value: '1' }),
  ]);
  // The same record again, before parts merge.
  await api.fixture.project('observations', [read]);
  const page = await visit(api, `/watchlist/${itemId}`, { cookie: await signIn(api, key.text) });
  const text = textOf(page);
  assert.match(text, /Authorities None observed/);
  assert.match(text, /Base · not read chain:eip155:8453 – –/);
  assert.match(text, /Document of the issuer \(terms\) · not read terms – –/);
  assert.match(text, /Ethereum, read from its nodes chain:eip155:1 1 31 May 2026, 12:00 UTC/);
  assert.match(text, /Avalanche, as imported chain:eip155:43114 1 /);
  assert.match(text, /Review by the operator review 1 /);
  assert.match(text, /The source “ledger_api” ledger_api 1 /);
  assert.match(text, /Sources 4 sources/);
  assert.match(page.text, /<tr class="muted"><th scope="row"><bdi>Base/);
});

test.run();
