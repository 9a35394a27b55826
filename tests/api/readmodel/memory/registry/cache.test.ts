import { test } from 'uvu';
import * as assert from 'uvu/assert';
import fc from 'fast-check';
import { type InsertedRecord, recordEndsSql } from '../../../../../api/readmodel/memory/registry/row.ts';
import type { TableReader } from '../../../../../api/readmodel/tables/reader.ts';
import { createRegistryCache, type RegistryCache } from '../../../../../api/readmodel/memory/registry/cache.ts';
import { type AssetSummary, createRegistryIndex } from '../../../../../api/readmodel/memory/registry/index.ts';
import { RetryableError } from '../../../../../infra/errors.ts';
import { insertedRows } from '../../../../../cli/service/tables/inserted-rows.ts';
import { createLogger } from '../../../../../infra/logger.ts';
import type { AssetRecord } from '../../../../../schemas/generated/records.ts';
import { openTablesFixture, type TablesFixture } from '../../../../support/tables-fixture.ts';
import { reached } from '../../../../support/reached.ts';
import { asset, assetId } from '../../../records.ts';

let fixture: TablesFixture;
const logger = createLogger({ level: 'silent', destination: { write: () => undefined } });
const options = { logger, clock: () => 0, pushed: true };

test.before(async () => {
  fixture = await openTablesFixture();
});
test.after(async () => {
  await fixture.close();
});

test('reads every partition from its own cursor, and each record once', async () => {
  const returned: number[] = [];
  const tables: TableReader = {
    query: async <R>(sql: string, parameters: Readonly<Record<string, unknown>>) => {
      const rows = await fixture.reader.query<R>(sql, parameters);
      // Without new rows only the ends are queried.
      if (sql !== recordEndsSql) returned.push(rows.length);
      return rows;
    },
  };
  const cache = createRegistryCache({ ...options, tables, pollMs: 60_000 });
  await cache.start();
  await fixture.project('asset.records', [asset(1), asset(2), asset(3)], { partition: 0 });
  await cache.refresh();
  await fixture.project('asset.records', [asset(4)], { partition: 5 });
  await fixture.project('asset.records', [asset(2, { position: 20, name: 'New' })], { partition: 0 });
  await cache.refresh();
  await cache.refresh();
  assert.equal(returned, [3, 2]);
  assert.equal(
    cache.listed().map(({ name }) => name),
    ['Token 1', 'New', 'Token 3', 'Token 4'],
  );
  await cache.stop();
  await cache.done;
});

test('a wake is served at once, a poll within its time, and every field survives the table', async () => {
  const cache = createRegistryCache({ ...options, tables: fixture.reader, pollMs: 60_000 });
  await cache.start();
  const full = asset(30, {
    decimals: null,
    verifiedAt: null,
    attestationAddress: 'a\'"\\\n\t😀',
    authorities: [
      {
        id: 'a',
        type: 'owner',
        address: '0x1',
        accountType: 'multisig',
        accountKind: 'safe',
        signers: ['0x2'],
        threshold: 1,
        verified: true,
        observedAt: 5,
      },
    ],
    verifications: [
      {
        proofId: 'p',
        authorityType: 'owner',
        authorityAddress: '0x1',
        method: '{}',
        provedAt: 1,
        verifiedBy: 'v',
        lapsed: null,
      },
    ],
  });
  await fixture.project('asset.records', [full], { partition: 1 });
  cache.wake();
  await reached('the record after a wake', () => cache.byId(assetId(30)) !== null);
  const [entry] = await cache.entries([summaryOf(cache, 30)]);
  const { issuerNamed: _, ...served } = full;
  assert.equal(entry?.record, served);
  await cache.stop();

  const polling = createRegistryCache({ ...options, tables: fixture.reader, pollMs: 20 });
  await polling.start();
  await fixture.project('asset.records', [asset(31)], { partition: 1 });
  await reached('the record by a poll', () => polling.byId(assetId(31)) !== null);
  await polling.stop();
});

test('records that were inserted are served without a query, once each', async () => {
  let queries = 0;
  const tables: TableReader = {
    query: (sql, parameters) => {
      queries += 1;
      return fixture.reader.query(sql, parameters);
    },
  };
  const served: (readonly string[])[] = [];
  const cache = createRegistryCache({
    ...options,
    tables,
    pollMs: 60_000,
    served: (ids) => served.push(ids),
  });
  await cache.start();
  fixture.onInserted((table, columns, body) => {
    if (table === 'attestry.store_asset_records') cache.inserted(insertedRows<InsertedRecord>(columns, body));
  });
  served.splice(0);
  queries = 0;
  await fixture.project('asset.records', [asset(35, { position: 9, name: 'At once' })], { partition: 3 });
  assert.is(cache.byId(assetId(35))?.name, 'At once');
  assert.is((await cache.entries([summaryOf(cache, 35)]))[0]?.record.name, 'At once');
  await fixture.project('asset.records', [asset(35, { position: 8, name: 'Older' })], { partition: 3 });
  assert.is(cache.byId(assetId(35))?.name, 'At once');
  assert.is(queries, 0);
  await cache.refresh();
  assert.equal(served, [[assetId(35)]], 'neither an older record nor the poll serves it again');
  fixture.onInserted(() => undefined);
  await cache.stop();
});

test('tables out of reach are retried, any other error ends the polling', async () => {
  let failure: Error | null = null;
  let failed = 0;
  const tables: TableReader = {
    query: (sql, parameters) => {
      if (failure === null) return fixture.reader.query(sql, parameters);
      failed += 1;
      return Promise.reject(failure);
    },
  };
  const cache = createRegistryCache({ ...options, tables, pollMs: 5 });
  await cache.start();
  failure = new RetryableError('away');
  await reached('two polls of tables that are away', () => failed >= 2);
  await fixture.project('asset.records', [asset(40)], { partition: 2 });
  failure = null;
  await reached('the record after retries', () => cache.byId(assetId(40)) !== null);
  failure = new Error('no such column');
  const ended = await cache.done.then(
    () => null,
    (error: unknown) => error,
  );
  assert.is(ended, failure);
});

test('in any order of records, the newest of each asset is served', () => {
  const versions = fc.array(
    fc.record({
      n: fc.integer({ min: 1, max: 4 }),
      position: fc.nat(20),
      address: fc.integer({ min: 1, max: 3 }),
      isPublic: fc.boolean(),
      hasIssuer: fc.boolean(),
    }),
    { maxLength: 30 },
  );
  fc.assert(
    fc.property(versions, (given) => {
      const index = createRegistryIndex();
      const newest = new Map<string, AssetRecord>();
      for (const { n, position, address, isPublic, hasIssuer } of given) {
        const record = asset(n, {
          position,
          address: asset(address).address,
          public: isPublic,
          ...(hasIssuer ? {} : { issuer: null }),
        });
        const before = [...index.listed()];
        const read = index.listed();
        index.apply(record);
        assert.equal(read, before, 'a list that was read does not change');
        const held = newest.get(record.assetId);
        if (held === undefined || held.position < record.position) newest.set(record.assetId, record);
      }
      const expected = [...newest.values()].sort((a, b) => a.registeredAt - b.registeredAt);
      const placesOf = (assets: readonly Pick<AssetRecord, 'assetId' | 'position'>[]) =>
        assets.map(({ assetId: id, position }) => [id, position]);
      assert.equal(placesOf(index.searchable()), placesOf(expected.filter((record) => record.public)));
      assert.equal(
        placesOf(index.listed()),
        placesOf(expected.filter((record) => record.public && record.issuer !== null)),
      );
      assert.equal(
        index.search.find(asset(1).symbol, null).hits.map(({ asset: { position } }) => position),
        expected
          .filter((record) => record.public && record.assetId === asset(1).assetId)
          .map((record) => record.position),
      );
      for (const n of [1, 2, 3]) {
        const { address } = asset(n);
        assert.equal(
          index.atAddress(address.toUpperCase()).map(({ assetId: id }) => id),
          expected.filter((record) => record.address === address).map((record) => record.assetId),
        );
      }
    }),
  );
});

/** Queries for records by id, with their ids. */
function counting() {
  const asked: (readonly string[])[] = [];
  const state = { failure: null as Error | null, hold: Promise.resolve() };
  const tables: TableReader = {
    query: async <R>(sql: string, parameters: Readonly<Record<string, unknown>>) => {
      if (!sql.includes('{assetIds:Array(String)}')) return fixture.reader.query<R>(sql, parameters);
      asked.push(parameters['assetIds'] as readonly string[]);
      const rows = await fixture.reader.query<R>(sql, parameters);
      await state.hold;
      if (state.failure !== null) throw state.failure;
      return rows;
    },
  };
  return { tables, asked, state };
}

/** A cache of three records, over a registry with forty more. */
async function bounded() {
  const { tables, asked, state } = counting();
  const many = Array.from({ length: 40 }, (_, index) => asset(100 + index));
  await fixture.project('asset.records', many, { partition: 3 });
  const cache = createRegistryCache({ ...options, tables, pollMs: 60_000, most: 3 });
  await cache.start();
  return { cache, asked, state };
}

const summaryOf = (cache: RegistryCache, n: number): AssetSummary => {
  const summary = cache.byId(assetId(n));
  if (summary === null) throw new Error(`there is no asset ${n}`);
  return summary;
};

test('beyond its size only summaries are in memory; concurrent misses share a query', async () => {
  const { cache, asked, state } = await bounded();
  assert.equal(asked, []);
  assert.is(cache.atAddress(asset(120).address.toUpperCase())[0]?.name, 'Token 120');
  const release = heldBack(state);
  const namesOf = async (...numbers: readonly number[]) =>
    (await cache.entries(numbers.map((n) => summaryOf(cache, n)))).map(({ record }) => record.name);
  const first = namesOf(100);
  await reached('the first query', () => asked.length === 1);
  const sharing = Promise.all([namesOf(101, 102), namesOf(103), namesOf(102, 101, 101)]);
  release();
  const others = await sharing;
  assert.equal(await first, ['Token 100']);
  assert.equal(others, [['Token 101', 'Token 102'], ['Token 103'], ['Token 102', 'Token 101', 'Token 101']]);
  assert.equal(
    asked.map((ids) => [...ids].sort()),
    [[assetId(100)], [assetId(101), assetId(102), assetId(103)]],
  );
  const again = cache.entries([summaryOf(cache, 102)]);
  assert.ok(Array.isArray(again), 'what is kept is given at once');
  await cache.stop();
});

test('a record that was replaced is never served; it is read again if its successor was evicted', async () => {
  const { cache, asked } = await bounded();
  const nameOf = async (n: number) => (await cache.entries([summaryOf(cache, n)]))[0]?.record.name;
  assert.is(await nameOf(110), 'Token 110');
  await fixture.project('asset.records', [asset(110, { position: 500, name: 'Renamed' })], { partition: 3 });
  await cache.refresh();
  assert.is(summaryOf(cache, 110).name, 'Renamed');
  assert.is(await nameOf(110), 'Renamed');
  assert.is(asked.length, 1, 'the new record came with the news');
  for (const n of [111, 112, 113]) await nameOf(n);
  assert.is(await nameOf(110), 'Renamed');
  assert.is(asked.length, 5);
  await cache.stop();
});

test('a record that cannot be read is an engine out of reach, and the next request reads it again', async () => {
  const { cache, state } = await bounded();
  state.failure = new RetryableError('away');
  const results = await Promise.allSettled([
    cache.entries([summaryOf(cache, 130)]),
    cache.entries([summaryOf(cache, 131)]),
  ]);
  assert.equal(
    results.map((result) => result.status === 'rejected' && result.reason instanceof RetryableError),
    [true, true],
  );
  state.failure = null;
  assert.is((await cache.entries([summaryOf(cache, 130)]))[0]?.record.name, 'Token 130');
  await cache.stop();
});

test('A-42 tables without the record, or with an older one, lag behind: no answer is given without it', async () => {
  const { cache } = await bounded();
  const present = summaryOf(cache, 133);
  for (const behind of [
    { ...summaryOf(cache, 132), assetId: assetId(9_999) },
    { ...summaryOf(cache, 132), position: summaryOf(cache, 132).position + 1 },
  ]) {
    const failure = await Promise.resolve(cache.entries([present, behind])).catch((error: unknown) => error);
    assert.instance(failure, RetryableError);
  }
  await cache.stop();
});

test('a registry of any size is read in pages, and rows written meanwhile are not skipped', async () => {
  const [first, last] = [500, 520];
  const ids = Array.from({ length: last - first }, (_, index) => first + index);
  await fixture.project(
    'asset.records',
    ids.filter((id) => id % 2 === 0).map((id) => asset(id)),
    { partition: 2 },
  );
  for (const most of [5, 1_000]) {
    let asked = 0;
    const tables: TableReader = {
      query: async <R>(sql: string, parameters: Readonly<Record<string, unknown>>) => {
        if (parameters['limit'] !== undefined) {
          assert.is(parameters['limit'], 3);
          asked += 1;
          // Before and behind the current page, new and replaced.
          if (asked === 4) {
            const written = [first + 1, last - 1].map((id) => asset(id + (most === 5 ? 0 : 200)));
            const replaced = [first, last - 2].map((id) =>
              asset(id, { position: 10_000 + most, name: `Replaced ${most}` }),
            );
            await fixture.project('asset.records', [...written, ...replaced], { partition: 9 });
          }
        }
        const rows = await fixture.reader.query<R>(sql, parameters);
        if (parameters['limit'] !== undefined) assert.ok(rows.length <= 3);
        return rows;
      },
    };
    const cache = createRegistryCache({
      ...options,
      tables,
      pollMs: 60_000,
      most,
      pages: { records: 3, summaries: 3 },
    });
    await cache.start();
    assert.ok(asked >= 5, String(asked));
    await cache.refresh();
    for (const id of ids.filter((one) => one % 2 === 0)) assert.ok(cache.byId(assetId(id)) !== null, String(id));
    for (const id of [first + 1, last - 1])
      assert.ok(cache.byId(assetId(id + (most === 5 ? 0 : 200))) !== null, String(id));
    for (const id of [first, last - 2]) assert.is(cache.byId(assetId(id))?.name, `Replaced ${most}`);
    const before = asked;
    await cache.refresh();
    assert.ok(asked <= before + 1, 'all was read; the last row of a partition may be one that was replaced');
    await cache.stop();
    await cache.done;
  }
});

/** Tables that answer when the test releases them, or fail; a clock that the test sets. */
function ageing(pushed: boolean) {
  const state = { now: 5_000, failure: null as Error | null, reads: 0, failed: 0, hold: Promise.resolve() };
  const tables: TableReader = {
    query: async <R>(sql: string, parameters: Readonly<Record<string, unknown>>) => {
      if (sql === recordEndsSql) state.reads += 1;
      await state.hold;
      if (state.failure !== null) {
        state.failed += 1;
        throw state.failure;
      }
      return fixture.reader.query<R>(sql, parameters);
    },
  };
  const cache = createRegistryCache({ ...options, tables, pushed, clock: () => state.now, pollMs: 60_000 });
  return { cache, state };
}

/** Releases the waiting queries. */
function heldBack(state: { hold: Promise<void> }): () => void {
  let release: () => void = () => undefined;
  state.hold = new Promise((resolve) => {
    release = resolve;
  });
  return release;
}

test('without pushes the cache is current for a second after a poll; then requests share the next poll', async () => {
  const { cache, state } = ageing(false);
  assert.not(cache.current(), 'nothing was read yet');
  await cache.start();
  const reads = state.reads;
  state.now += 1_000;
  assert.ok(cache.current());
  assert.is(cache.untilCurrent(), null);
  state.now += 1;
  assert.not(cache.current());
  await fixture.project('asset.records', [asset(60)], { partition: 6 });
  const release = heldBack(state);
  const waiting = Promise.all(Array.from({ length: 20 }, async () => cache.untilCurrent()));
  await reached('the shared poll', () => state.reads > reads);
  assert.is(cache.byId(assetId(60)), null);
  release();
  await waiting;
  assert.is(state.reads, reads + 1);
  assert.is(cache.byId(assetId(60))?.name, 'Token 60');
  assert.ok(cache.current());
  state.now -= 10_000;
  assert.not(cache.current(), 'after a clock was set back, ages are unknown');
  await cache.stop();
});

test('a poll that took longer than a second does not make the cache current; a failed one rejects the requests that wait', async () => {
  const { cache, state } = ageing(false);
  await cache.start();
  const release = heldBack(state);
  const before = state.reads;
  const pending = cache.refresh();
  await reached('the poll', () => state.reads > before);
  state.now += 1_500;
  release();
  await pending;
  assert.not(cache.current(), 'what was written since it was asked is not in it');
  state.failure = new RetryableError('away');
  const failure = await cache.untilCurrent()?.catch((error: unknown) => error);
  assert.is(failure, state.failure);
  assert.not(cache.current());
  state.failure = null;
  await cache.untilCurrent();
  assert.ok(cache.current());
  await cache.stop();
});

test('with pushes the cache is current until a pushed write has not been read for a second', async () => {
  const { cache, state } = ageing(true);
  await cache.start();
  state.now += 60_000;
  assert.ok(cache.current(), 'nothing was written');
  state.failure = new RetryableError('away');
  cache.wake();
  await reached('a failed read', () => state.failed === 1);
  state.now += 1_000;
  assert.ok(cache.current());
  state.now += 1;
  assert.not(cache.current());
  cache.wake();
  await reached('another failed read', () => state.failed === 2);
  assert.not(cache.current(), 'a later write does not make it younger');
  state.failure = null;
  const release = heldBack(state);
  const before = state.reads;
  const pending = cache.untilCurrent();
  await reached('the read', () => state.reads > before);
  cache.wake();
  state.now += 1_001;
  release();
  await pending;
  assert.not(cache.current(), 'a wake arrived during the read');
  await cache.untilCurrent();
  assert.ok(cache.current());
  await cache.stop();
});

test.run();
