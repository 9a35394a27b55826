import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Koa from 'koa';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createRouter, listenerOf } from '../../../api/app.ts';
import { identifyRequest } from '../../../api/route/middleware/identify-request.ts';
import { createIdentifier } from '../../../api/route/middleware/identity.ts';
import type { RequestState } from '../../../api/route/http/request-context.ts';
import { createReadModel } from '../../../api/readmodel/dependencies.ts';
import { streamRoutes } from '../../../api/resources/stream/routes.ts';
import { type EventStreamClient, openEventStream } from '../../support/event-stream.ts';
import { nextTurn } from '../../support/next-turn.ts';
import { reached } from '../../support/reached.ts';
import { startVirtualTime } from '../../support/virtual-time.ts';
import { type Harness, itemsOf, memberOf, openHarness, testConfig, type TestKey } from '../harness.ts';
import { asset, assetId, change, day, hour, minute, now, verdict } from '../records.ts';

const path = '/me/monitoring/stream';
const stopping = new AbortController();
const open: EventStreamClient[] = [];
let api: Harness;
let nextAsset = 0;

test.before(async () => {
  // The wait for a turn depends on the machine; tests/api/route/admission/request-queue.test.ts covers its limit.
  api = await openHarness({ stopping: stopping.signal, config: { ...testConfig, longestWaitMs: 600_000 } });
});
test.after.each(() => {
  for (const client of open.splice(0)) client.close();
});
test.after(async () => {
  await api.close();
});

async function watcher(): Promise<{ readonly key: TestKey; readonly n: number; readonly itemId: string }> {
  nextAsset += 1;
  const n = nextAsset;
  await api.declare(asset(n));
  const key = await api.makeKey();
  return { key, n, itemId: await api.watch(key, assetId(n)) };
}

async function follow(key: TestKey, lastEventId?: string, query = ''): Promise<EventStreamClient> {
  const headers = lastEventId === undefined ? {} : { 'last-event-id': lastEventId };
  const client = await openEventStream(api.port, path + query, { authorization: `Bearer ${key.text}`, ...headers });
  open.push(client);
  if (client.status === 200) await client.heardThat(() => client.lastId() !== '');
  return client;
}

const eventsOf = (client: EventStreamClient): readonly string[] =>
  client.events.map(({ name, data }) => `${name} ${String(data['title']).replace('Change ', '')}`);

test('a stream sends a change and its notification as feed and inbox show them, and no low-signal change', async () => {
  const { key, n } = await watcher();
  await api.detect(change('before', n));
  const client = await follow(key);
  assert.is(client.status, 200);
  assert.is(client.headers['content-type'], 'text/event-stream');
  assert.match(client.headers['cache-control'] ?? '', /no-cache, no-transform/);
  await api.detect(change('one', n), change('faint', n, { lowSignal: true, notableAt: null }));
  await client.heard(2);
  await api.detect(change('other asset', 999), change('draft', n, { confirmed: false, notableAt: null }));
  await client.heard(3);
  assert.equal(eventsOf(client), ['change one', 'notification one', 'change draft']);
  const feed = itemsOf(await api.get('/me/monitoring/changes', key.text));
  const shown = feed.find(({ title }) => title === 'Change one');
  assert.equal(client.events[0]?.data, { ...shown, revision: 0 });
  const inbox = itemsOf(await api.get('/me/notifications', key.text));
  assert.equal(
    client.events[1]?.data,
    inbox.find(({ title }) => title === 'Change one'),
  );
});

test('thirty streams that are opened at once all open, and each receives later changes', async () => {
  const { key, n } = await watcher();
  const others = await Promise.all(Array.from({ length: 5 }, () => api.makeKey()));
  const before = api.queries.length;
  const clients = await Promise.all([key, ...others].flatMap((one) => Array.from({ length: 5 }, () => follow(one))));
  assert.equal([clients.length, new Set(clients.map(({ status }) => status))], [30, new Set([200])]);
  const perStream = (api.queries.length - before) / clients.length;
  assert.ok(perStream <= 3, `${perStream} queries a stream`);
  await api.detect(change('after thirty', n));
  await Promise.all(clients.slice(0, 5).map((client) => client.heard(2)));
});

test('a client that reconnects with its last id receives what it missed, with an earlier id it receives events again', async () => {
  const { key, n } = await watcher();
  const first = await follow(key);
  await api.detect(change('r-1', n), change('r-2', n));
  await first.heard(4);
  first.close();
  await api.detect(change('r-3', n));
  const second = await follow(key, first.lastId());
  await second.heard(2);
  assert.equal(eventsOf(second), ['change r-3', 'notification r-3']);
  for (const [index, { id }] of first.events.entries()) {
    const again = await follow(key, undefined, `?cursor=${id}`);
    const expected = [
      'change r-1',
      'notification r-1',
      'change r-2',
      'notification r-2',
      'change r-3',
      'notification r-3',
    ];
    // A change with a notification has the id of the event before it, so that a broken connection loses neither.
    const from = index % 2 === 0 ? index : index + 1;
    await again.heard(expected.length - from);
    assert.equal(eventsOf(again), expected.slice(from), `from event ${index}`);
  }
});

test('between a change and its notification a reconnected client gets both again, and no earlier change of an asset that was added meanwhile', async () => {
  const { key, n } = await watcher();
  nextAsset += 1;
  const added = nextAsset;
  await api.declare(asset(added));
  const first = await follow(key);
  await api.detect(change('passed over', added), change('own', n));
  await first.heard(2);
  first.close();
  await api.watch(key, assetId(added));
  const again = await follow(key, first.events[0]?.id);
  await api.detect(change('later', n));
  await again.heard(5);
  const monitored = `notification Token ${added} is monitored`;
  assert.equal(eventsOf(again), ['change own', 'notification own', monitored, 'change later', 'notification later']);
});

test('a client that received no event reconnects with the first id', async () => {
  const { key, n } = await watcher();
  const first = await follow(key);
  first.close();
  await api.detect(change('missed', n));
  const second = await follow(key, first.lastId());
  await second.heard(2);
  assert.equal(eventsOf(second), ['change missed', 'notification missed']);
});

test('a client that missed several batches receives all of them, partition by partition, once', async () => {
  const { key, n } = await watcher();
  const start = (await follow(key)).lastId();
  const many = (prefix: string, count: number) =>
    Array.from({ length: count }, (_, index) => change(`${prefix}-${index}`, n, { notableAt: null }));
  await api.fixture.project('changes', many('p1', 130), { partition: 1 });
  await api.fixture.project('changes', many('p2', 320), { partition: 2 });
  await api.versions.refresh();
  const client = await follow(key, start);
  await client.heard(450);
  assert.is(new Set(eventsOf(client)).size, 450);
  await api.fixture.project('changes', many('late', 1), { partition: 1 });
  await api.versions.refresh();
  await client.heard(451);
  const [middle] = client.events.slice(250, 251);
  const again = await follow(key, middle?.id);
  await again.heard(200);
  // A later change in an earlier partition comes first.
  assert.equal([...eventsOf(again)].sort(), [...eventsOf(client).slice(251)].sort());
});

test('B-26, B-27 changes during a pause or a removal are never sent, not even later', async () => {
  const { key, n, itemId } = await watcher();
  const client = await follow(key);
  const at = api.dependencies.clock();
  await api.give(key.tenantId, 'watch.update', { itemId, monitoringEnabled: false }, at - 10 * minute);
  await api.detect(change('paused', n, { detectedAt: at - 5 * minute }));
  await api.give(key.tenantId, 'watch.update', { itemId, monitoringEnabled: true }, at - minute);
  await api.detect(change('after', n, { detectedAt: at }));
  await client.heard(2);
  assert.equal(eventsOf(client), ['change after', 'notification after']);
});

test('B-27, B-64, B-86 which changes are visible, new and notified: as in feed and inbox', async () => {
  const { key, n, itemId } = await watcher();
  const start = (await follow(key)).lastId();
  const at = (minutes: number): number => now - 2 * day + minutes * minute;
  await api.give(key.tenantId, 'watch.update', { itemId, monitoringEnabled: false }, at(10));
  await api.give(key.tenantId, 'watch.update', { itemId, monitoringEnabled: true }, at(20));
  await api.give(key.tenantId, 'watch.remove', { itemId }, at(30));
  await api.give(key.tenantId, 'watch.add', { assetId: assetId(n), by: 'operator' }, at(40));
  const grid = Array.from({ length: 11 }, (_, index) => index * 5).flatMap((minutes) =>
    [null, 0, 5, 15].map((later) =>
      change(`grid-${minutes}-${String(later)}`, n, {
        // Several of a group, so that some of them may be hidden and others not.
        groupId: change(`grid-${minutes}-${String(later === null)}`, n).groupId,
        detectedAt: at(minutes),
        notableAt: later === null ? null : at(minutes + later),
        direction: later === 5 ? 'weakens' : 'neutral',
        lowSignal: later === null && minutes % 2 === 0,
      }),
    ),
  );
  await api.detect(change('long before', n, { detectedAt: now - 60 * day }), ...grid);
  const feed = itemsOf(await api.get('/me/monitoring/changes?days=365', key.text));
  const inbox = itemsOf(await api.get('/me/notifications', key.text));
  const client = await follow(key, start);
  const notified = inbox.filter(({ kind }) => kind === 'register_change');
  await client.heard(feed.length + notified.length);
  const sorted = (items: readonly object[]) => items.map((item) => JSON.stringify(item)).sort();
  const changes = client.events
    .filter(({ name }) => name === 'change')
    .map(({ data: { revision: _, ...item } }) => item);
  assert.equal(sorted(changes), sorted(feed));
  assert.ok(feed.length > 10 && feed.length < grid.length, `${feed.length} of ${grid.length} are shown`);
  const notices = client.events.filter(({ name }) => name === 'notification').map(({ data }) => data);
  assert.equal(sorted(notices.filter(({ kind }) => kind === 'register_change')), sorted(notified));
  assert.ok(notified.length > 3);
});

test('B-91 a draft that is confirmed is sent again with its revision, now with a notification', async () => {
  const { key, n } = await watcher();
  const client = await follow(key);
  await api.detect(change('d', n, { confirmed: false, notableAt: null }));
  await client.heard(1);
  await api.detect(change('d', n, { revision: 1, notableAt: now - day, revisedAt: now - day }));
  await client.heard(3);
  assert.equal(eventsOf(client), ['change d', 'change d', 'notification d']);
  assert.equal(
    client.events.slice(0, 2).map(({ data }) => [data['revision'], data['confirmed']]),
    [
      [0, false],
      [1, true],
    ],
  );
});

test('the end of an intake is sent, also to a client that was disconnected', async () => {
  const { key } = await watcher();
  const client = await follow(key);
  await api.declare(asset(500));
  await api.watch(key, assetId(500));
  await client.heard(1);
  assert.equal([client.events[0]?.name, client.events[0]?.data['kind']], ['notification', 'intake_ready']);
  const start = client.lastId();
  client.close();
  await api.declare(asset(501));
  await api.watch(key, assetId(501));
  const second = await follow(key, start);
  await second.heard(1);
  assert.is(memberOf(second.events[0]?.data, 'assetName'), 'Token 501');
});

test('an invented id, an id of another key holder, an unknown parameter: 400 before anything is sent', async () => {
  const { key } = await watcher();
  const { key: other } = await watcher();
  const foreign = (await follow(other)).lastId();
  for (const [id, query, parameter] of [
    ['nonsense', '', 'Last-Event-ID'],
    [foreign, '', 'Last-Event-ID'],
    [undefined, `?cursor=${foreign}`, 'cursor'],
    [undefined, '?cursor=%00', 'cursor'],
    [undefined, '?category=register', 'category'],
  ] as const) {
    const headers = id === undefined ? {} : { 'last-event-id': id };
    const reply = await api.send('GET', path + query, { key: key.text, headers });
    assert.equal([reply.status, memberOf(reply.body, 'details', '0', 'parameter')], [400, parameter]);
  }
});

test('a sixth stream of a key is 429 until one closes', async () => {
  const { key, n } = await watcher();
  const clients = await Promise.all(Array.from({ length: 5 }, () => follow(key)));
  const refused = await api.send('GET', path, { key: key.text });
  assert.equal([refused.status, refused.body['code'], refused.headers['retry-after']], [429, 'rate_limited', '5']);
  const head = await api.send('HEAD', path, { key: key.text });
  assert.equal([head.status, head.headers['content-type']], [200, 'text/event-stream'], 'HEAD takes no place');
  const before = api.queries.length;
  await api.detect(change('shared', n));
  await Promise.all(clients.map((client) => client.heard(2)));
  const asked = (words: string): number => api.queries.slice(before).filter((sql) => sql.includes(words)).length;
  assert.is(asked('{least:UInt64}'), 0, 'what was just inserted is in memory');
  assert.is(asked('{groupIds:Array(String)}'), 1, 'those at the same place share one reading');
  clients[0]?.close();
  // Each answer comes after the server has handled what happened before.
  for (let status = 429; status === 429; ) {
    ({ status } = await follow(key));
    assert.ok(status === 200 || status === 429, String(status));
  }
});

test('what was inserted a moment ago is sent without a query', async () => {
  const { key, n } = await watcher();
  const client = await follow(key);
  await api.detect(change('as old as others', n));
  await client.heard(2);
  const before = api.queries.length;
  const detectedAt = now - minute / 2;
  await api.detect(change('of a later time', n, { detectedAt }), change('also', n, { detectedAt }));
  await client.heard(6);
  await api.judge(verdict(n, now - minute / 4));
  await client.heard(7);
  assert.equal(api.queries.slice(before), []);
  const [sent, feed] = [client.events[2]?.data, itemsOf(await api.get('/me/monitoring/changes', key.text))];
  const shown = feed.find(({ title }) => title === 'Change of a later time');
  assert.equal(sent, { ...shown, revision: 0 }, 'with the members of its group');
});

test('a stream that ended leaves no subscription, and nothing is read for it', async () => {
  const { key, n } = await watcher();
  const connections = api.connections();
  const client = await follow(key);
  client.close();
  await reached('the end at the server', () => api.connections() <= connections);
  await nextTurn();
  const before = api.queries.length;
  await api.detect(change('no stream', n));
  // By now the tables would have answered a stream.
  await api.get('/me/watchlist', key.text);
  assert.equal(
    api.queries.slice(before).filter((sql) => sql.includes('{least:UInt64}')),
    [],
  );
});

test('K-15 a stream ends within 5 s of the revocation of its key', async () => {
  const { key } = await watcher();
  const time = startVirtualTime();
  try {
    const client = await follow(key);
    await api.give(key.tenantId, 'key.revoke', { keyId: key.keyId });
    // A key is believed for three seconds, and looked up every second.
    api.pass(4_000);
    await time.advance(1_000);
    await client.ended;
    assert.is((await follow(key, client.lastId())).status, 401);
  } finally {
    time.end();
  }
});

test('B-83 notices of verdicts are sent as the inbox shows them, once each, and a reconnected client misses none', async () => {
  const { key, n } = await watcher();
  await api.judge(verdict(n, now - 3 * hour));
  const client = await follow(key);
  const notified = verdict(n, now - 2 * hour);
  const hidden = [verdict(n, now - 2 * hour, false), verdict(999, now - 2 * hour), verdict(n, now - 60 * day)];
  await api.judge(notified, ...hidden, notified);
  await client.heard(1);
  await api.detect(change('beside a verdict', n));
  await client.heard(3);
  const inbox = itemsOf(await api.get('/me/notifications', key.text));
  assert.equal(
    client.events[0]?.data,
    inbox.find(({ createdAt }) => createdAt === new Date(notified.since).toISOString()),
  );
  client.close();
  const missed = [verdict(n, now - hour), verdict(n, now - hour / 2)];
  await api.judge(...missed);
  const second = await follow(key, client.lastId());
  await second.heard(2);
  const again = await follow(key, second.events[0]?.id);
  await again.heard(1);
  const times = missed.map(({ since }) => new Date(since).toISOString());
  assert.equal(
    [second, again].map(({ events }) => events.map(({ data }) => data['createdAt'])),
    [times, times.slice(1)],
  );
});

test('heartbeats keep an idle stream open, and their ids are behind the changes of other key holders', async () => {
  const routes = streamRoutes(createReadModel(api.dependencies), { heartbeatMs: 20, admissionMs: 1_000 });
  const app = new Koa<RequestState>();
  app.use(identifyRequest(createIdentifier({ ...api.dependencies, https: false })));
  app.use(createRouter(routes, api.dependencies).routes());
  const server = createServer(listenerOf(app));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const { key, n } = await watcher();
    const { port } = server.address() as AddressInfo;
    const client = await openEventStream(port, path, { authorization: `Bearer ${key.text}` });
    open.push(client);
    await client.heardThat(() => client.beats() >= 3);
    const idle = client.lastId();
    await api.detect(change('faint one', n, { lowSignal: true, notableAt: null }));
    await client.heardThat(() => client.lastId() !== idle);
    assert.equal(client.events, []);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

test('when the process is about to stop, open streams end at once, and new ones end right away', async () => {
  const { key } = await watcher();
  const client = await follow(key);
  stopping.abort();
  await client.ended;
  const late = await openEventStream(api.port, path, { authorization: `Bearer ${key.text}` });
  await late.ended;
  assert.is(late.status, 200);
});

test.run();
