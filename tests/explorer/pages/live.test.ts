import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { asset, assetId, change } from '../../api/records.ts';
import { itemsOf, type TestKey } from '../../api/harness.ts';
import { type EventStreamClient, openEventStream } from '../../support/event-stream.ts';
import { openPages, type PagesHarness, post, signIn, tokenOf, visit } from '../harness.ts';

let api: PagesHarness;
const stopping = new AbortController();
const open: EventStreamClient[] = [];

test.before(async () => {
  api = await openPages({ stopping: stopping.signal });
  await api.declare(asset(1), asset(2));
});
test.after.each(() => {
  for (const client of open.splice(0)) client.close();
});
test.after(() => api.close());

async function reader(): Promise<{ readonly key: TestKey; readonly cookie: string }> {
  const key = await api.makeKey();
  await api.watch(key, assetId(1));
  return { key, cookie: await signIn(api, key.text) };
}

async function follow(cookie: string, query = ''): Promise<EventStreamClient> {
  const client = await openEventStream(api.port, `/live${query}`, { cookie });
  open.push(client);
  return client;
}

const newsOf = ({ events }: EventStreamClient): readonly object[] => events.map(({ data }) => data);

test('U-19 the count is stated at once, then after each change and mark, as the API counts', async () => {
  const { key, cookie } = await reader();
  const client = await follow(cookie);
  assert.is(client.headers['content-type'], 'text/event-stream');
  await client.heard(1);
  assert.equal(newsOf(client), [{ unread: 1, changes: 0 }]);
  await api.detect(change('live-1', 1), change('live-2', 1), change('of another', 2));
  await client.heardThat(() => client.events.at(-1)?.data['unread'] === 3);
  const counts = client.events.map(({ data }) => Number(data['changes']));
  assert.is(
    counts.reduce((sum, one) => sum + one, 0),
    2,
  );
  const unread = itemsOf(await api.get('/me/notifications?unread=true', key.text));
  assert.is(unread.length, 3);
  const page = await visit(api, '/inbox', { cookie });
  const fields = { token: tokenOf(page, '/inbox/read'), one: String(unread[0]?.['id']), answer: 'json' };
  const marked = await post(api, '/inbox/read', fields, { cookie });
  assert.equal(marked.body, { ids: [unread[0]?.['id']], unread: 2 });
  await client.heardThat(() => client.events.at(-1)?.data['unread'] === 2);
  assert.equal(client.events.at(-1)?.data, { unread: 2, changes: 0 });
});

test('PE-8 the toast of one change states it and leads to it; that of several leads to all new ones', async () => {
  const { cookie } = await reader();
  const client = await follow(cookie);
  await client.heard(1);
  const held = { category: 'sanctions', title: 'Match with the list' } as const;
  const candidate = change('toast', 1, { ...held, confirmed: false, notableAt: null });
  await api.detect(candidate);
  await client.heardThat(() => client.events.some(({ data }) => data['changes'] === 1));
  const confirmed = change('toast', 1, { ...held, revision: 1, revisedAt: candidate.detectedAt + 1 });
  await api.detect(confirmed);
  await client.heardThat(() => client.events.filter(({ data }) => data['changes'] === 1).length === 2);
  const toasts = client.events.flatMap(({ data }) =>
    data['text'] === undefined ? [] : [[data['text'], data['href']]],
  );
  const page = `/changes/${encodeURIComponent(confirmed.id)}`;
  assert.equal(toasts, [
    ['Match with the list on TK1', page],
    ['Match with the list on TK1 confirmed', page],
  ]);
  assert.is((await visit(api, page, { cookie })).status, 200);
  client.close();
  const cursor = client.events.at(-1)?.id ?? '';
  await api.detect(change('toast-2', 1), change('toast-3', 1));
  const again = await follow(cookie, `?cursor=${encodeURIComponent(cursor)}`);
  await again.heardThat(() => again.events.some(({ data }) => data['changes'] === 2));
  const several = again.events.find(({ data }) => data['changes'] === 2)?.data;
  assert.equal([several?.['text'], several?.['href']], ['2 new changes', '/changes?newOnly=true&days=365&by=known']);
});

test('a tab that comes back learns how many changes it missed; a cursor of another key holder is refused', async () => {
  const { cookie } = await reader();
  const first = await follow(cookie);
  await first.heard(1);
  first.close();
  await api.detect(change('missed', 1));
  const again = await follow(cookie, `?cursor=${encodeURIComponent(first.lastId())}`);
  await again.heard(1);
  assert.is(again.events[0]?.data['changes'], 1);
  const other = await reader();
  for (const cursor of [first.lastId(), 'x', '']) {
    assert.is((await visit(api, `/live?cursor=${cursor}`, { cookie: other.cookie })).status, 400, cursor);
  }
});

test('U-15 signing out ends what a page follows, and without a session there is none', async () => {
  const { cookie } = await reader();
  const client = await follow(cookie);
  await client.heard(1);
  const page = await visit(api, '/account', { cookie });
  await post(api, '/signout', { token: tokenOf(page, '/signout') }, { cookie });
  await client.ended;
  assert.is((await visit(api, '/live', { cookie })).status, 303);
  assert.is((await visit(api, '/live')).status, 303);
});

test('twenty pages of a key follow, and no more', async () => {
  const { cookie } = await reader();
  const clients = await Promise.all(Array.from({ length: 20 }, () => follow(cookie)));
  assert.equal(new Set(clients.map(({ status }) => status)), new Set([200]));
  assert.is((await follow(cookie)).status, 429);
  clients[0]?.close();
});

test('the end of the process ends what pages follow', async () => {
  const { cookie } = await reader();
  const client = await follow(cookie);
  await client.heard(1);
  stopping.abort();
  await client.ended;
});

test.run();
