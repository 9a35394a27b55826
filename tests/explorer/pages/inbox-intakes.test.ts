/** Stories of intakes that ended: each names its tokens, and what is missing. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Harness, itemsOf, type TestKey } from '../../api/harness.ts';
import { asset, assetId, change, day, now } from '../../api/records.ts';
import { openPages, signIn, textOf, visit } from '../harness.ts';

let api: Harness;
const many = Array.from({ length: 14 }, (_, n) => n + 20);
test.before(async () => {
  api = await openPages();
  await api.declare(...[1, 2, 3, ...many].map((n) => asset(n)));
});
test.after(() => api.close());

const resolve = async (key: TestKey, n: number, outcome: object): Promise<void> => {
  const added = await api.give(key.tenantId, 'watch.add', { assetId: assetId(n), by: 'operator' });
  const itemId = String(added.item?.itemId);
  const intakeSeq = api.intakes.get(itemId) ?? 0;
  await api.give(key.tenantId, 'intake.resolve', { itemId, intakeSeq, registryPosition: 0, ...outcome } as never);
};
const inboxOf = async (key: TestKey): Promise<string> =>
  textOf(await visit(api, '/inbox', { cookie: await signIn(api, key.text) }));
const watchedBy = async (key: TestKey): Promise<readonly string[]> =>
  itemsOf(await api.get('/me/watchlist', key.text)).map(({ id }) => String(id));
const partial = { outcome: 'partial', missing: ['chain_not_observed', 'no_sources'] };

test('the intake of one token in part names the token and the missing parts', async () => {
  const key = await api.makeKey();
  await resolve(key, 1, partial);
  const text = await inboxOf(key);
  assert.match(text, /Intake of Token 1 ended with gaps/);
  assert.match(text, /Token 1 is monitored, but its chain is not observed and it has no source to read\. /);
});

test('those of several tokens name each of them, and what is missing of them', async () => {
  const key = await api.makeKey();
  for (const n of [1, 2]) await resolve(key, n, partial);
  await resolve(key, 3, { outcome: 'unresolved', reason: 'contract_not_found' });
  const text = await inboxOf(key);
  assert.match(text, /2 tokens are watched in part/);
  assert.match(
    text,
    /Of each of them: its chain is not observed and it has no source to read\. TK\d Ethereum TK\d Ethereum/,
  );
  assert.match(text, /there is no contract at its address\. TK3 Ethereum/);
});

test('a complete intake whose token a list names has a line of its own, which names the match and leads to the token', async () => {
  const key = await api.makeKey();
  const part = { category: 'sanctions', changeKind: 'listed', severity: 'severe', detectedAt: now - 9 * day } as const;
  await api.declare(asset(41), asset(42));
  await api.detect(change('intake 41', 41, part), change('intake 42', 42, part));
  for (const n of [41, 42]) await resolve(key, n, { outcome: 'ready' });
  const cookie = await signIn(api, key.text);
  const page = await visit(api, '/inbox', { cookie });
  for (const n of [41, 42]) {
    assert.match(
      textOf(page),
      new RegExp(`Token ${n} is monitored from now on\\. Already open .*: Headline of intake ${n}\\.`),
    );
  }
  const [path] = /\/watchlist\/[0-9a-f-]{36}/.exec(page.text) ?? [];
  const opened = await visit(api, path ?? '', { cookie });
  assert.match(textOf(opened), /1 match/, 'the strip of the token stands on top');
  const [, led = ''] = /href="(\/changes\/[^"]+)"[^>]*>.*?Headline of intake/s.exec(opened.text) ?? [];
  assert.match(textOf(await visit(api, led, { cookie })), /Headline of intake 4/, 'and leads to the change');
  const [item] = await watchedBy(key);
  await api.give(key.tenantId, 'watch.remove', { itemId: item ?? '' });
  const gone = await visit(api, `/watchlist/${item ?? ''}`, { cookie });
  assert.equal([gone.status, gone.headers['location']], [303, '/watchlist'], 'a removed one');
});

test('an intake of many tokens names twelve, and counts the others', async () => {
  const key = await api.makeKey();
  for (const n of many) await resolve(key, n, { outcome: 'ready' });
  const text = await inboxOf(key);
  assert.match(text, /Intake of 14 tokens is complete (?:TK\d\d Ethereum ){12}2 more/);
});

test('a line whose notifications go on on the next page states that it may name more', async () => {
  const key = await api.makeKey({ limit: 60 });
  const several = Array.from({ length: 52 }, (_, n) => n + 100);
  await api.declare(...several.map((n) => asset(n)));
  for (const n of several) await resolve(key, n, partial);
  const cookie = await signIn(api, key.text);
  const first = await visit(api, '/inbox', { cookie });
  assert.match(textOf(first), /50 tokens are watched in part .*Older notifications may name more tokens\./);
  const older = /href="(\/inbox\?cursor=[^"]+)"/.exec(first.text)?.[1] ?? '';
  const last = textOf(await visit(api, older, { cookie }));
  assert.match(last, /2 tokens are watched in part/);
  assert.not.match(last, /may name more/);
});

test.run();
