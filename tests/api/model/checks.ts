/** Compares the API's answers with the model's. */
import * as assert from 'uvu/assert';
import { itemsOf, type Json, memberOf, type Reply as HttpReply } from '../harness.ts';
import { day } from '../records.ts';
import {
  byTimeThenSubject,
  feedOf,
  type FeedQuery,
  type Holder,
  inboxOf,
  type ItemView,
  listOf,
  type NoticeView,
  type Reply,
} from './reference.ts';
import type { Model, World } from './world.ts';

const codes: Readonly<Record<number, string>> = { 404: 'not_found', 409: 'watchlist_limit_reached' };

/** Status, code and item of an answer to a write. */
export function checkReply(world: World, by: number, reply: HttpReply, expected: Reply): void {
  assert.equal([reply.status, reply.body['code']], [expected.status, codes[expected.status]], reply.text);
  if (expected.item !== null) assert.equal(reply.body, presented(world, by, expected.item, reply.body));
}

/** Reads the list, and again with the last ETag: 304 if and only if nothing changed. */
export async function checkList(world: World, by: number, holder: Holder): Promise<void> {
  const reply = await readTwice(world, by, '/me/watchlist');
  const { items, limit, used } = listOf(holder);
  const shown = itemsOf(reply);
  assert.equal(
    reply.body,
    { items: items.map((item, index) => presented(world, by, item, shown[index] ?? {})), limit, used },
    'B-01 … B-08',
  );
}

/** The expected item. Its asset is described by the registry; all members but the id are null during the intake. */
function presented(world: World, by: number, item: ItemView, shown: Json): Json {
  const { asset, isDescribed, addedAt, ...members } = item;
  const words = isDescribed ? (shown['asset'] as Json) : { ...undescribed, id: asset };
  assert.is(memberOf(words, 'id'), asset);
  assert.is(isDescribed, memberOf(words, 'name') !== null, 'B-06');
  return { id: world.itemId(by, asset), asset: words, ...members, addedAt: new Date(addedAt).toISOString() };
}

const undescribed = {
  id: '',
  name: null,
  symbol: null,
  issuerName: null,
  chain: null,
  chainId: null,
  contractAddress: null,
};

export async function checkFeed(world: World, by: number, model: Model, query: FeedQuery): Promise<void> {
  const holder = model.holders[by];
  if (holder === undefined) throw new Error(`there is no holder ${by}`);
  const now = world.api.dependencies.clock();
  const reply = await readTwice(world, by, `/me/monitoring/changes?${searchOf(world, by, query)}`);
  const expected = feedOf(holder, model.changes, query, now).map((item) => ({
    id: item.id,
    watchlistItemId: world.itemId(by, item.asset),
    title: `revision ${item.revision}`,
    isNew: item.isNew,
    confirmed: item.confirmed,
    group: item.group,
  }));
  const shown = itemsOf(reply).map((item) => ({
    id: item['id'],
    watchlistItemId: item['watchlistItemId'],
    title: item['title'],
    isNew: item['isNew'],
    confirmed: item['confirmed'],
    group: memberOf(item, 'impactAssessment', 'childEventIds'),
  }));
  assert.equal(shown, expected, 'B-26 B-27 B-41 B-54 B-58 B-64');
  const since = new Date(now - query.days * day).toISOString();
  const seenAt = new Date(holder.list.createdAt).toISOString();
  assert.equal([reply.body['since'], reply.body['seenAt'], reply.body['truncated']], [since, seenAt, false]);
}

function searchOf(world: World, by: number, query: FeedQuery): string {
  const search = new URLSearchParams({ days: String(query.days) });
  if (query.categories.length > 0) search.set('category', query.categories.join());
  if (query.assets.length > 0) search.set('item', query.assets.map((asset) => world.itemId(by, asset)).join());
  if (query.severities.length > 0) search.set('severity', query.severities.join());
  if (query.directions.length > 0) search.set('direction', query.directions.join());
  if (query.newOnly) search.set('newOnly', 'true');
  if (query.showAll) search.set('showAll', 'true');
  if (query.by !== 'detected') search.set('by', query.by);
  if (query.sort !== 'recent') search.set('sort', query.sort);
  return search.toString();
}

export async function checkInbox(
  world: World,
  by: number,
  model: Model,
  { pageSize, unread }: { readonly pageSize: number | null; readonly unread: boolean },
): Promise<void> {
  const holder = model.holders[by];
  if (holder === undefined) throw new Error(`there is no holder ${by}`);
  const expected = inboxOf(holder, model.changes);
  const seen: Json[] = [];
  const more = unread ? '&unread=true' : '';
  let path: string | null = pageSize === null ? '/me/notifications' : `/me/notifications?limit=${pageSize}${more}`;
  while (path !== null) {
    const reply: HttpReply = await readTwice(world, by, path);
    assert.is(reply.status, 200);
    assert.is(reply.body['unread'], expected.length, 'B-82');
    seen.push(...itemsOf(reply));
    path = /<http:\/\/explorer\.test([^>]+)>; rel="next"/.exec(String(reply.headers['link'] ?? ''))?.[1] ?? null;
    assert.ok(seen.length <= expected.length, 'more notifications than there are');
  }
  const times = seen.map((item) => Date.parse(String(item['createdAt'])));
  assert.equal(
    times,
    times.toSorted((a, b) => b - a),
    'B-82 newest first',
  );
  assert.equal(seen.map((item) => viewOfNotice(world, by, item)).sort(byTimeThenSubject), expected, 'B-85 … B-91');
}

function viewOfNotice(world: World, by: number, item: Json): NoticeView {
  const href = String(item['changeHref']);
  const about = String(item['kind']).startsWith('intake_')
    ? String(item['kind'])
    : decodeURIComponent(href.replace('/changes/', ''));
  // A notification does not name its asset's id; the name of a test asset has its number in it.
  const number = String(item['assetName']).replace('Token ', '').padStart(12, '0');
  const asset = world.assets.find((id) => id.endsWith(number)) ?? `unknown to ${by}: ${href}`;
  return { about, asset, createdAt: Date.parse(String(item['createdAt'])) };
}

/** A 304 is correct if and only if the content is that of the answer with this ETag. */
async function readTwice(world: World, by: number, path: string): Promise<HttpReply> {
  const key = world.keys[by]?.text ?? '';
  const before = world.tags.get(`${by} ${path}`);
  const first = await world.api.send('GET', path, {
    key,
    headers: before === undefined ? {} : { 'if-none-match': before.tag },
  });
  const full = first.status === 304 ? await world.api.get(path, key) : first;
  assert.is(full.status, 200, full.text);
  const { since: _, ...content } = full.body;
  const text = JSON.stringify(content);
  if (before !== undefined) assert.is(first.status === 304, before.content === text, `B-74 G-20 304 for ${path}`);
  world.tags.set(`${by} ${path}`, { tag: String(full.headers['etag']), content: text });
  return full;
}
