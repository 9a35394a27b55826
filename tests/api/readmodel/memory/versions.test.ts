import { randomBytes } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createVersionTracker, type ChangedIds } from '../../../../api/readmodel/memory/versions.ts';
import { createKnownAnswers } from '../../../../api/route/known/known-answers.ts';
import type { TableReader } from '../../../../api/readmodel/tables/reader.ts';
import { RetryableError } from '../../../../infra/errors.ts';
import { createLogger } from '../../../../infra/logger.ts';
import { makeApiKey } from '../../../../schemas/values/api-key.ts';
import { reached } from '../../../support/reached.ts';
import { startVirtualTime } from '../../../support/virtual-time.ts';
import { type Harness, itemsOf, openHarness, type Reply, type TestKey, watchOne } from '../../harness.ts';
import { asset, assetId, change, day, hour, now } from '../../records.ts';

let api: Harness;
let key: TestKey;

test.before(async () => {
  api = await openHarness();
  key = await watchOne(api);
});
test.after(async () => {
  await api.close();
});

const logger = createLogger({ level: 'silent', destination: { write: () => undefined } });

const polled = ['/me/monitoring/changes', '/me/notifications', '/me/watchlist'];

const poll = (path: string, { headers }: Reply, as: TestKey = key): Promise<Reply> =>
  api.send('GET', path, { key: as.text, headers: { 'if-none-match': String(headers['etag']) } });

/** Number of queries of account and change tables during the work, without key lookups. */
async function queriesOf(work: () => Promise<unknown>): Promise<number> {
  const before = api.queries.length;
  await work();
  return api.queries.slice(before).filter((sql) => !sql.includes('store_api_keys')).length;
}

test('B-74 an unchanged poll is a 304 without a query, also with another key of the tenant', async () => {
  await api.versions.refresh();
  const other = await otherKeyOf(key);
  for (const path of polled) {
    const first = await api.get(path, key.text);
    assert.is(first.status, 200);
    let unchanged: Reply | null = null;
    const queries = await queriesOf(async () => {
      unchanged = await poll(path, first);
    });
    assert.is((unchanged as Reply | null)?.status, 304, path);
    assert.is(queries, 0, path);
    assert.is((unchanged as Reply | null)?.headers['etag'], first.headers['etag']);
    assert.is((unchanged as Reply | null)?.headers['x-poll-interval'], '60');
    assert.is(await queriesOf(async () => assert.is((await poll(path, first, other)).status, 304)), 0, path);
    assert.is((await api.get(path, other.text)).headers['etag'], first.headers['etag'], path);
  }
});

/** A second key of the same tenant, as after a rotation. */
async function otherKeyOf({ tenantId }: TestKey): Promise<TestKey> {
  const made = makeApiKey(randomBytes);
  const { text, keyId, secretSha256, last4 } = made;
  await api.give(tenantId, 'key.create', { keyId, name: 'other', secretSha256, last4, scopes: ['monitoring:read'] });
  return { text, keyId, tenantId };
}

test('changes of a watched asset, its record or the key holder invalidate cached answers; other changes do not', async () => {
  const stranger = await api.makeKey();
  const feed = '/me/monitoring/changes';
  const cases: readonly (readonly [string, () => Promise<unknown>, boolean])[] = [
    ['a change of another asset', () => api.detect(change('elsewhere', 2)), false],
    ['another tenant', () => api.watch(stranger, assetId(2)), false],
    ['a change of the asset', () => api.detect(change('second', 1)), true],
    ['a record of the asset', () => api.declare(asset(1, { position: 50, name: 'Renamed' })), true],
    ['a record of another asset', () => api.declare(asset(2, { position: 51, name: 'Other' })), false],
    ['a pause', () => api.give(key.tenantId, 'watch.update', { itemId: itemIdOf(), monitoringEnabled: false }), true],
    ['a limit', () => api.give(key.tenantId, 'key.limit', { limit: 7 }), true],
  ];
  const watchlist = await api.get('/me/watchlist', key.text);
  const itemIdOf = (): string => String((watchlist.body['items'] as readonly { readonly id: string }[])[0]?.id);
  for (const [name, happen, concerns] of cases) {
    await api.versions.refresh();
    const before = await api.get(feed, key.text);
    await happen();
    assert.is((await queriesOf(() => poll(feed, before))) > 0, concerns, name);
  }
});

test('B-19 the next poll shows a write', async () => {
  const writer = await api.makeKey();
  await api.versions.refresh();
  let list = await api.get('/me/watchlist', writer.text);
  for (const n of [1, 2]) {
    assert.is((await poll('/me/watchlist', list, writer)).status, 304);
    const made = await api.send('POST', '/me/watchlist', { key: writer.text, body: { assetId: assetId(n) } });
    assert.is(made.status, 201);
    list = await poll('/me/watchlist', list, writer);
    assert.equal([list.status, list.body['used']], [200, n]);
    list = await api.get('/me/watchlist', writer.text);
  }
});

test('a change that leaves the window invalidates the cached answer at that moment', async () => {
  const watcher = await api.makeKey();
  await api.declare(asset(3));
  await api.watch(watcher, assetId(3));
  await api.detect(change('leaves', 3, { detectedAt: now - 30 * day + hour }), change('stays', 3));
  const feed = '/me/monitoring/changes?days=30';
  const first = await api.get(feed, watcher.text);
  assert.is((first.body['items'] as readonly unknown[]).length, 2);
  api.pass(hour);
  await api.versions.refresh();
  assert.is(await queriesOf(async () => assert.is((await poll(feed, first, watcher)).status, 304)), 0);
  api.pass(1);
  const later = await poll(feed, first, watcher);
  assert.equal([later.status, (later.body['items'] as readonly unknown[]).length], [200, 1]);
});

test('a clock that goes back invalidates cached answers, because the window begins earlier then', async () => {
  const watcher = await api.makeKey();
  await api.declare(asset(4));
  await api.watch(watcher, assetId(4));
  await api.detect(change('returns', 4, { detectedAt: api.dependencies.clock() - day - hour }));
  const feed = '/me/monitoring/changes?days=1';
  const first = await api.get(feed, watcher.text);
  assert.is(itemsOf(first).length, 0);
  assert.is((await poll(feed, first, watcher)).status, 304);
  api.pass(-2 * hour);
  try {
    const earlier = await poll(feed, first, watcher);
    assert.equal([earlier.status, itemsOf(earlier).length], [200, 1]);
  } finally {
    api.pass(2 * hour);
  }
});

test('nothing is current if the tables could not be polled for a second', async () => {
  let at = 0;
  const options = { tables: api.fixture.reader, logger, clock: () => at, pollMs: 60_000 };
  const polling = createVersionTracker({ ...options, hasAllWrites: false });
  await polling.start();
  assert.ok(polling.current());
  at = 1_000;
  assert.ok(polling.current());
  at = 1_001;
  assert.not.ok(polling.current());
  at = -1;
  assert.not.ok(polling.current(), 'after a clock was set back, ages are unknown');
  const notified = createVersionTracker({ ...options, hasAllWrites: true });
  await notified.start();
  at = 99_999;
  assert.ok(notified.current(), 'a tracker that gets every write misses none');
  notified.changesInserted([assetId(1)]);
  assert.is(notified.assetVersion(assetId(1)), 1);
  await Promise.all([polling.stop(), notified.stop()]);
});

const none: ChangedIds = { assets: new Set(), tenants: new Set() };

test('versions grow with changes of their id; rows from before the start are not changes', async () => {
  const versions = createVersionTracker({
    tables: api.fixture.reader,
    logger,
    clock: () => 0,
    hasAllWrites: false,
    pollMs: 60_000,
  });
  const heard: ChangedIds[] = [];
  assert.not.ok(versions.current());
  await versions.start();
  const end = versions.subscribe((news) => heard.push(news));
  assert.ok(versions.current());
  await versions.refresh();
  assert.equal([versions.position(), versions.assetVersion(assetId(1)), heard], [0, 0, []]);
  await api.fixture.project('changes', [change('third', 1), change('fourth', 2)]);
  await api.fixture.project('changes', [change('fifth', 2)], { partition: 3 });
  await versions.refresh();
  assert.equal([versions.assetVersion(assetId(1)), versions.assetVersion(assetId(2))], [1, 1]);
  assert.equal(heard, [{ ...none, assets: new Set([assetId(1), assetId(2)]) }]);
  await api.give(key.tenantId, 'key.limit', { limit: 9 });
  await versions.refresh();
  assert.equal([versions.tenantVersion(key.tenantId), versions.registryVersion()], [2, 0]);
  versions.recordsServed([assetId(2)]);
  versions.recordsServed([]);
  assert.equal([versions.registryVersion(), versions.assetVersion(assetId(2)), versions.position()], [3, 3, 3]);
  assert.is(versions.assetVersion(assetId(1)), 1);
  end();
  versions.tenantsChanged(['t']);
  assert.is(heard.length, 3);
  await versions.stop();
});

test('it polls again after the tables were out of reach, and within its interval', async () => {
  let away = false;
  let refused = 0;
  const tables: TableReader = {
    query: (sql, parameters) => {
      if (!away) return api.fixture.reader.query(sql, parameters);
      refused += 1;
      return Promise.reject(new RetryableError('away'));
    },
  };
  const versions = createVersionTracker({ tables, logger, clock: () => 0, hasAllWrites: false, pollMs: 10 });
  await versions.start();
  away = true;
  await reached('two polls of tables that are away', () => refused >= 2);
  await api.fixture.project('changes', [change('sixth', 1)]);
  away = false;
  await reached('a version', () => versions.assetVersion(assetId(1)) !== 0);
  assert.is(versions.assetVersion(assetId(1)), 1);
  await versions.stop();
});

test('it polls more often while changes arrive', async () => {
  let polls = 0;
  const tables: TableReader = {
    query: async <R>() => {
      polls += 1;
      const row = { kind: 'asset', id: assetId(1), partition: 0, lastOffset: String(polls) };
      return (polls <= 3 ? [row] : []) as readonly object[] as readonly R[];
    },
  };
  const time = startVirtualTime();
  try {
    const versions = createVersionTracker({ tables, logger, clock: () => 0, hasAllWrites: false });
    await versions.start();
    const pollsAfter = async (ms: number): Promise<number> => {
      await time.advance(ms);
      return polls;
    };
    assert.is(polls, 1);
    assert.is(await pollsAfter(100), 1);
    assert.is(await pollsAfter(150), 2, 'after the usual time, and there is news');
    assert.is(await pollsAfter(100), 3);
    assert.is(await pollsAfter(100), 4, 'no more news');
    assert.is(await pollsAfter(100), 4);
    assert.is(await pollsAfter(150), 5);
    await versions.stop();
  } finally {
    time.end();
  }
});

test('where other processes write, the watchlist is always read', async () => {
  const versions = {
    position: () => 5,
    assetVersion: () => 0,
    tenantVersion: () => 0,
    isSettled: () => true,
    registryVersion: () => 0,
    declarationsVersion: () => 0,
    current: () => true,
    refresh: () => Promise.resolve(),
    subscribe: () => () => undefined,
  };
  const snapshots = { assetIds: async () => [] };
  for (const hasAllWrites of [true, false]) {
    const known = createKnownAnswers({
      versions: { ...versions, hasAllWrites },
      registry: { version: () => 0, current: () => true },
      snapshots,
      clock: () => 0,
    });
    for (const restsOn of ['account', 'watches'] as const) {
      const question = { tenantId: 't', url: `/${restsOn}`, restsOn };
      assert.is(known.find(question), null);
      await known.keep(question)({ tag: '"t"', headers: {}, body: null }, 10);
      assert.is(known.find(question) !== null, hasAllWrites || restsOn === 'watches', `${hasAllWrites} ${restsOn}`);
    }
  }
});

test('a lookup is not answered from memory if the registry is not current, or after a minute where others write', async () => {
  const state = { now: 0, current: true, hasAllWrites: false };
  const known = createKnownAnswers({
    versions: {
      position: () => 0,
      assetVersion: () => 0,
      tenantVersion: () => 0,
      registryVersion: () => 0,
      declarationsVersion: () => 0,
      current: () => true,
      isSettled: () => true,
      get hasAllWrites() {
        return state.hasAllWrites;
      },
      subscribe: () => () => undefined,
    },
    registry: { version: () => 0, current: () => state.current },
    snapshots: { assetIds: async () => [] },
    clock: () => state.now,
  });
  const question = { tenantId: 't', url: '/assets', restsOn: 'registry' } as const;
  await known.keep(question)({ tag: '"t"', headers: {}, body: null }, hour);
  const isKnown = (): boolean => known.find(question) !== null;
  state.now = 60_000;
  assert.ok(isKnown());
  state.current = false;
  assert.not(isKnown());
  state.current = true;
  state.now = 60_001;
  assert.not(isKnown());
  state.hasAllWrites = true;
  assert.ok(isKnown());
});

test.run();
