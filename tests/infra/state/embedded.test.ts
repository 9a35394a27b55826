import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type EmbeddedEngine, openEmbeddedEngine } from '../../../infra/embedded-engine.ts';
import type { StateCommit, StateStore } from '../../../infra/state/store.ts';
import { runsOf } from '../../support/runs.ts';

interface Context {
  directory: string;
  engine: EmbeddedEngine;
  store: StateStore;
}

const test = suite<Context>('embedded state');
test.before.each((context) => {
  context.directory = mkdtempSync(join(tmpdir(), 'attestry-state-'));
  context.engine = openEmbeddedEngine({ directory: context.directory, partitions: 2 });
  context.store = context.engine.openStore('detect', 'data');
});
test.after.each(async ({ directory, engine }) => {
  await engine.close();
  rmSync(directory, { recursive: true, force: true });
});

const writing = (entries: Iterable<readonly [string, string | null]>, more: Partial<StateCommit> = {}): StateCommit => {
  const writes = new Map([...entries].map(([key, value]) => [key, value === null ? null : Buffer.from(value)]));
  return { partition: 0, positions: [], outputs: [], ...more, writes };
};

const asTexts = (entries: Iterable<readonly [string, Buffer]>): readonly (readonly [string, string])[] =>
  [...entries].map(([key, value]) => [key, value.toString()]);

test('a key that is too long is refused before anything is written', async ({ store }) => {
  const outcome = await store
    .commit(
      writing([
        ['a', '1'],
        ['ü'.repeat(1_000), '2'],
      ]),
    )
    .catch((error: unknown) => error);
  assert.instance(outcome, RangeError);
  assert.is(store.get(0, 'a'), undefined);
});

test('a store that was never written is empty', ({ store }) => {
  assert.is(store.version(), null);
  assert.is(store.position('observations', 0), null);
  assert.is(store.get(0, 'a'), undefined);
  assert.equal([...store.entries(0, '')], []);
});

test('writes, overwrites and deletes', async ({ store }) => {
  await store.commit(
    writing([
      ['a', '1'],
      ['b', ''],
      ['', 'no key'],
    ]),
  );
  await store.commit(
    writing([
      ['a', '2'],
      ['b', null],
      ['never there', null],
    ]),
  );
  assert.equal(asTexts(store.entries(0, '')), [
    ['', 'no key'],
    ['a', '2'],
  ]);
  await store.commit(writing([['a', '']]));
  assert.is(store.get(0, 'a')?.length, 0);
});

test('a value that was read does not change with its entry', async ({ store }) => {
  await store.commit(writing([['a', 'first']]));
  const read = store.get(0, 'a');
  const [[, listed] = ['', Buffer.alloc(0)]] = store.entries(0, 'a');
  await store.commit(writing([['a', 'later']]));
  assert.is(read?.toString(), 'first');
  assert.is(listed.toString(), 'first');
});

test('text equals the decoded bytes at any size, and does not change later', async ({ store }) => {
  const sizes = [0, 1, 100, 5_000, 70_000, 3_000_000];
  const entries = sizes.map((size) => [`key ${size}`, `"${'ü€😀a'.repeat(size / 4)}${'b'.repeat(size % 4)}"`] as const);
  await store.commit(writing(entries));
  const read = entries.map(([key]) => store.text(0, key));
  for (const [at, [key, text]] of entries.entries()) {
    assert.ok(read[at] === text, key);
    assert.ok(store.get(0, key)?.toString() === text, key);
  }
  assert.is(store.text(0, 'another key'), undefined);
  assert.is(store.text(1, 'key 1'), undefined);
});

test('partitions and processors are isolated', async ({ engine, store }) => {
  const others = [engine.openStore('detect2', 'data'), engine.openStore('detec', 'data')];
  await store.commit(writing([['a', 'ours']]));
  for (const other of others) await other.commit(writing([['a', 'theirs']], { partition: 1 }));
  assert.is(store.get(1, 'a'), undefined);
  assert.equal(asTexts(store.entries(0, '')), [['a', 'ours']]);
  for (const other of others) assert.is(other.get(0, 'a'), undefined);
});

test('entries by prefix, in key order, across pages', async ({ store }) => {
  const keys = Array.from({ length: 1_000 }, (_, n) => `k${String(n).padStart(4, '0')}`);
  await store.commit(writing([...keys.toReversed().map((key) => [key, key] as const), ['j', ''], ['l', '']]));
  assert.equal(
    [...store.entries(0, 'k')].map(([key]) => key),
    keys,
  );
  assert.is([...store.entries(0, 'k00')].length, 100);
});

test('an iteration has no snapshot: it sees commits made meanwhile', async ({ store }) => {
  const keys = Array.from({ length: 600 }, (_, n) => `k${String(n).padStart(3, '0')}`);
  await store.commit(writing(keys.map((key) => [key, key])));
  const seen: string[] = [];
  for (const [key] of store.entries(0, 'k')) {
    seen.push(key);
    if (key === 'k010') await store.commit(writing([['k599', null]]));
  }
  assert.is(seen.length, 599);
});

test('any keys and values: the store is a sorted map', async ({ store }) => {
  const keys = fc.string({ unit: 'grapheme', maxLength: 12 });
  const commits = fc.array(fc.array(fc.tuple(keys, fc.option(fc.string()))), { maxLength: 4 });
  let partition = 0;
  await fc.assert(
    fc.asyncProperty(commits, keys, async (all, prefix) => {
      const model = new Map<string, string>();
      partition++;
      for (const writes of all) {
        await store.commit(writing(writes, { partition }));
        for (const [key, value] of writes) {
          if (value === null) model.delete(key);
          else model.set(key, value);
        }
      }
      const expected = [...model]
        .filter(([key]) => key.startsWith(prefix))
        .sort(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
      assert.equal(asTexts(store.entries(partition, prefix)), expected);
    }),
    { numRuns: runsOf(60) },
  );
});

test('reset deletes state and positions of one processor and sets the version', async ({ engine, store }) => {
  const other = engine.openStore('detect2', 'data');
  const positions = [{ topic: 'observations', partition: 1, next: 4 }] as const;
  for (const one of [store, other]) {
    for (const partition of [0, 1]) await one.commit(writing([['a', '1']], { partition, positions }));
  }
  await other.reset(3);
  assert.is(store.version(), null);
  assert.is(store.get(1, 'a')?.toString(), '1');
  assert.is(other.version(), 3);
  assert.is(other.position('observations', 1), null);
  assert.equal([...other.entries(0, ''), ...other.entries(1, '')], []);
  assert.is(store.position('observations', 1), 4);
});

test('a large state is deleted in steps', async ({ store }) => {
  await store.commit(writing(Array.from({ length: 5_000 }, (_, n) => [`k${n}`, 'v'])));
  await store.reset(1);
  assert.equal([...store.entries(0, '')], []);
  await store.commit(writing([['a', '1']]));
  assert.is(store.version(), 1);
});

test('position 0 differs from no position', async ({ store }) => {
  await store.commit(writing([], { positions: [{ topic: 'observations', partition: 0, next: 0 }] }));
  assert.is(store.position('observations', 0), 0);
});

test.run();
