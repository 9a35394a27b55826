import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createTenantMemory } from '../../api/tenant-memory.ts';

/** Freshness that is told by hand. */
function world() {
  const versions = new Map<string, number>();
  let position = 0;
  let now = 100;
  let current = true;
  let complete = true;
  const freshness = {
    position: () => position,
    assetVersion: (id: string) => versions.get(id) ?? 0,
    tenantVersion: (id: string) => versions.get(id) ?? 0,
    registryVersion: () => 0,
    current: () => current,
    get complete() {
      return complete;
    },
    subscribe: () => () => undefined,
  };
  const watched = new Map<string, readonly string[]>([['t', ['a', 'b']]]);
  const memory = createTenantMemory<string>({
    freshness,
    clock: () => now,
    most: 10,
    watchedAssets: {
      of: async (tenantId) => {
        const assetIds = watched.get(tenantId);
        if (assetIds === undefined) throw new Error('the tables are away');
        return assetIds;
      },
    },
  });
  return {
    memory,
    news: (id: string) => void versions.set(id, (position += 1)),
    at: (ms: number) => void (now = ms),
    unsure: () => void (current = false),
    partial: () => void (complete = false),
  };
}

const subject = { tenantId: 't', asked: 'feed', restsOn: 'watches' } as const;

test('what was read is given again until there is news of the tenant or of one of its assets', async () => {
  for (const id of ['t', 'a', 'b']) {
    const { memory, news } = world();
    assert.is(memory.find(subject), null);
    await memory.watch(subject)('feed of t', 1_000);
    news('somebody else');
    assert.is(memory.find(subject), 'feed of t');
    assert.is(memory.find(subject), 'feed of t', 'also when it was found to hold before');
    news(id);
    assert.is(memory.find(subject), null, id);
    assert.is(memory.find(subject), null, `${id}, and stays unknown`);
  }
});

test('news that comes between the question and the answer makes the answer old', async () => {
  for (const id of ['t', 'a']) {
    const { memory, news } = world();
    const keep = memory.watch(subject);
    news(id);
    await keep('read before the news', 1_000);
    assert.is(memory.find(subject), null, id);
  }
});

test('nothing is given beyond its time, before it was asked for, or when news may have gone unnoticed', async () => {
  const { memory, at, unsure } = world();
  await memory.watch(subject)('feed', 200);
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

test('what must be seen at once is not kept where other processes write', async () => {
  const { memory, partial } = world();
  const account = { ...subject, restsOn: 'account' } as const;
  await memory.watch(account)('list', 200);
  assert.is(memory.find(account), 'list');
  partial();
  assert.is(memory.find(account), null);
});

test('a tenant whose assets cannot be read is not remembered, and no other tenant or question gets the answer', async () => {
  const { memory } = world();
  await memory.watch({ ...subject, tenantId: 'u' })('feed of u', 200);
  assert.is(memory.find({ ...subject, tenantId: 'u' }), null);
  await memory.watch(subject)('feed of t', 200);
  assert.is(memory.find({ ...subject, asked: 'other' }), null);
  assert.is(memory.find({ ...subject, tenantId: 't feed', asked: '' }), null);
});

test('whatever happens in whatever order, what is given was read after the last news of it', async () => {
  const event = fc.oneof(fc.constantFrom('t', 'a', 'b', 'other'), fc.constant('read'), fc.constant('ask'));
  await fc.assert(
    fc.asyncProperty(fc.array(event, { maxLength: 40 }), async (events) => {
      const { memory, news } = world();
      let state = 0;
      let keep: ((value: string, until: number) => Promise<void>) | null = null;
      let read = '';
      for (const one of events) {
        if (one === 'ask') {
          keep = memory.watch(subject);
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
