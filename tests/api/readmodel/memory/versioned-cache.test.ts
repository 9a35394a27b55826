import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { TableReader } from '../../../../api/readmodel/tables/reader.ts';
import { createTenantCache } from '../../../../api/readmodel/memory/tenants/tenant-cache.ts';
import {
  createTenantSnapshots,
  type TenantSnapshots,
} from '../../../../api/readmodel/memory/tenants/tenant-snapshot.ts';
import { nextTurn } from '../../../support/next-turn.ts';

/** A cache over versions that the test sets. */
function world() {
  const byId = new Map<string, number>();
  let position = 0;
  let now = 100;
  let current = true;
  let hasAllWrites = true;
  const versions = {
    position: () => position,
    assetVersion: (id: string) => byId.get(id) ?? 0,
    tenantVersion: (id: string) => byId.get(id) ?? 0,
    registryVersion: () => 0,
    declarationsVersion: () => 0,
    isSettled: () => true,
    current: () => current,
    get hasAllWrites() {
      return hasAllWrites;
    },
    subscribe: () => () => undefined,
  };
  const watched = new Map<string, readonly string[]>([['t', ['a', 'b']]]);
  const memory = createTenantCache<string>({
    versions,
    clock: () => now,
    most: 10,
    snapshots: {
      assetIds: async (tenantId) => {
        const assetIds = watched.get(tenantId);
        if (assetIds === undefined) throw new Error('the tables are away');
        return assetIds;
      },
    },
  });
  return {
    memory,
    news: (id: string) => void byId.set(id, (position += 1)),
    at: (ms: number) => void (now = ms),
    unsure: () => void (current = false),
    partial: () => void (hasAllWrites = false),
  };
}

const subject = { tenantId: 't', query: 'feed', restsOn: 'watches' } as const;

test('a value is found until the tenant or one of its assets changes', async () => {
  for (const id of ['t', 'a', 'b']) {
    const { memory, news } = world();
    assert.is(memory.find(subject), null);
    await memory.keep(subject)('feed of t', 1_000);
    news('another tenant');
    assert.is(memory.find(subject), 'feed of t');
    assert.is(memory.find(subject), 'feed of t', 'also when it was found to hold before');
    news(id);
    assert.is(memory.find(subject), null, id);
    assert.is(memory.find(subject), null, `${id}, and stays unknown`);
  }
});

test('a change between the read and its result invalidates the result', async () => {
  for (const id of ['t', 'a']) {
    const { memory, news } = world();
    const keep = memory.keep(subject);
    news(id);
    await keep('read before the news', 1_000);
    assert.is(memory.find(subject), null, id);
  }
});

test('no value is found after its validity, with an earlier clock, or while changes may have gone unnoticed', async () => {
  const { memory, at, unsure } = world();
  await memory.keep(subject)('feed', 200);
  const cases: readonly (readonly [number, string | null])[] = [
    [100, 'feed'],
    [200, 'feed'],
    [201, null],
    [99, null],
  ];
  for (const [ms, found] of cases) {
    at(ms);
    assert.is(memory.find(subject), found, String(ms));
  }
  at(150);
  unsure();
  assert.is(memory.find(subject), null);
});

test('values that must show any write at once are not cached where other processes write', async () => {
  const { memory, partial } = world();
  const account = { ...subject, restsOn: 'account' } as const;
  await memory.keep(account)('list', 200);
  assert.is(memory.find(account), 'list');
  partial();
  assert.is(memory.find(account), null);
});

test('where other processes write, no entry is valid for more than a minute, even without changes', async () => {
  const minute = 60_000;
  for (const hasAllWrites of [true, false]) {
    const { memory, at, partial } = world();
    if (!hasAllWrites) partial();
    await memory.keep(subject)('feed', 10 * minute);
    at(100 + minute);
    assert.is(memory.find(subject), 'feed');
    at(100 + minute + 1);
    assert.is(memory.find(subject), hasAllWrites ? 'feed' : null, `memory, hasAllWrites: ${hasAllWrites}`);

    let now = 100;
    let asked = 0;
    const tables: TableReader = {
      query: async () => {
        asked += 1;
        return [];
      },
    };
    const isSettled = (): boolean => true;
    const versions = { position: () => 0, tenantVersion: () => 0, current: () => true, isSettled, hasAllWrites };
    const snapshotsOf = (): TenantSnapshots => createTenantSnapshots(tables, versions, () => now);
    const cached: Readonly<Record<string, (tenantId: string) => Promise<unknown>>> = {
      'assets of a tenant': snapshotsOf().assetIds,
      'snapshot of a tenant': snapshotsOf().of,
    };
    for (const [name, of] of Object.entries(cached)) {
      now = 100;
      await of('t');
      asked = 0;
      now += minute;
      await of('t');
      assert.is(asked, 0, name);
      now += 1;
      await of('t');
      assert.is(asked > 0, !hasAllWrites, `${name}, hasAllWrites: ${hasAllWrites}`);
    }
  }
});

test('nothing is cached for a tenant whose assets cannot be read, and no other tenant or query gets the value', async () => {
  const { memory } = world();
  await memory.keep({ ...subject, tenantId: 'u' })('feed of u', 200);
  assert.is(memory.find({ ...subject, tenantId: 'u' }), null);
  await memory.keep(subject)('feed of t', 200);
  assert.is(memory.find({ ...subject, query: 'other' }), null);
  assert.is(memory.find({ ...subject, tenantId: 't feed', query: '' }), null);
});

/** A query whose results arrive when the test releases them. */
function slowQuestion() {
  const waiting: ((value: string) => void)[] = [];
  let times = 0;
  return {
    times: () => times,
    ask: async (validUntil = 1_000) => {
      times += 1;
      return { value: await new Promise<string>((resolve) => waiting.push(resolve)), validUntil };
    },
    answer: async (value: string) => {
      await nextTurn();
      for (const resolve of waiting.splice(0)) resolve(value);
      await nextTurn();
    },
  };
}

test('concurrent readers share a load; afterwards the value is cached', async () => {
  const { memory } = world();
  const { times, ask, answer } = slowQuestion();
  const readers = [memory.read(subject, ask), memory.read(subject, ask), memory.read(subject, ask)];
  await answer('feed of t');
  assert.equal(await Promise.all(readers), ['feed of t', 'feed of t', 'feed of t']);
  assert.is(await memory.read(subject, ask), 'feed of t');
  assert.is(times(), 1);
});

test('a load is not shared after any change, by another query or tenant, or if it may be stale', async () => {
  const cases: readonly (readonly [string, (of: ReturnType<typeof world>) => void, object])[] = [
    ['news', ({ news }) => news('another tenant'), {}],
    ['clock gone back', ({ at }) => at(99), {}],
    ['news unnoticed', ({ unsure }) => unsure(), {}],
    ['another question', () => undefined, { query: 'inbox' }],
    ['another tenant', () => undefined, { tenantId: 'u' }],
  ];
  for (const [name, happen, other] of cases) {
    const one = world();
    const { times, ask, answer } = slowQuestion();
    const first = one.memory.read(subject, ask);
    happen(one);
    const second = one.memory.read({ ...subject, ...other }, ask);
    await answer('x');
    assert.is(times(), 2, name);
    assert.equal(await Promise.all([first, second]), ['x', 'x']);
  }
});

test('a result that has expired on arrival is read again; an error rejects those who waited, and is not cached', async () => {
  const { memory, at } = world();
  const { ask, answer } = slowQuestion();
  const first = memory.read(subject, () => ask(150));
  const second = memory.read(subject, () => ask(300));
  at(200);
  await answer('before');
  await answer('after');
  assert.equal(await Promise.all([first, second]), ['before', 'after']);

  const inbox = { ...subject, query: 'inbox' };
  const failing = (): Promise<never> => Promise.reject(new Error('the tables are away'));
  const outcomes = await Promise.allSettled([memory.read(inbox, failing), memory.read(inbox, failing)]);
  assert.equal(
    outcomes.map(({ status }) => status),
    ['rejected', 'rejected'],
  );
  const third = memory.read(inbox, ask);
  await answer('inbox');
  assert.is(await third, 'inbox');
});

test('a reader gets the state at its call, or a later one', async () => {
  const event = fc.oneof(fc.constantFrom('t', 'a', 'b', 'other'), fc.constant('read'), fc.constant('answer'));
  await fc.assert(
    fc.asyncProperty(fc.array(event, { maxLength: 30 }), async (events) => {
      const { memory, news } = world();
      const waiting: (() => void)[] = [];
      const readers: Promise<void>[] = [];
      let state = 0;
      const ask = async () => {
        const value = String(state);
        await new Promise<void>((resolve) => waiting.push(resolve));
        return { value, validUntil: 1_000 };
      };
      const answer = async () => {
        for (const resolve of waiting.splice(0)) resolve();
        await nextTurn();
      };
      for (const one of events) {
        if (one === 'read') {
          const before = state;
          readers.push(
            memory.read(subject, ask).then((value) => assert.ok(Number(value) >= before, `${value} < ${before}`)),
          );
        } else if (one === 'answer') await answer();
        else {
          news(one);
          if (one !== 'other') state += 1;
        }
      }
      await nextTurn();
      await answer();
      await Promise.all(readers);
    }),
  );
});

test('in any order of events, a found value was read after the last change of its rows', async () => {
  const event = fc.oneof(fc.constantFrom('t', 'a', 'b', 'other'), fc.constant('read'), fc.constant('ask'));
  await fc.assert(
    fc.asyncProperty(fc.array(event, { maxLength: 40 }), async (events) => {
      const { memory, news } = world();
      let state = 0;
      let keep: ((value: string, until: number) => Promise<void>) | null = null;
      let read = '';
      for (const one of events) {
        if (one === 'ask') {
          keep = memory.keep(subject);
          read = String(state);
        } else if (one === 'read') {
          await keep?.(read, 1_000);
          keep = null;
        } else {
          news(one);
          if (one !== 'other') state += 1;
        }
        const found = memory.find(subject);
        assert.ok(found === null || found === String(state), `${String(found)} after ${events.join(' ')}`);
      }
    }),
  );
});

test.run();
