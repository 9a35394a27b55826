import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { StateStore } from '../../../infra/state/store.ts';
import { createOverlay, type Overlay } from '../../../pipeline/runtime/overlay.ts';
import { createMemoryState } from '../../../infra/state/memory.ts';
import { openWorld, type World } from './harness.ts';
import { runsOf } from '../../support/runs.ts';

let world: World;
test.before(async () => {
  world = await openWorld();
});
test.after(() => world.close());

let stores = 0;
/** A store of its own for every case, with these entries in partition 0. */
async function storeWith(entries: Readonly<Record<string, unknown>>): Promise<StateStore> {
  stores += 1;
  const store = world.engine.openStore(`overlay-${stores}`, 'data');
  await commit(
    store,
    new Map(Object.entries(entries).map(([key, value]) => [key, Buffer.from(JSON.stringify(value))])),
  );
  return store;
}

const commit = (store: StateStore, writes: ReadonlyMap<string, Buffer | null>): Promise<void> =>
  store.commit({ partition: 0, writes, positions: [], outputs: [] });

const entriesOf = (overlay: Pick<Overlay, 'entries'>, prefix = ''): readonly (readonly [string, unknown])[] => [
  ...overlay.entries<unknown>(prefix),
];

test('discarded writes leave no trace: neither in reads, nor in entries, nor in what is committed', async () => {
  const overlay = createOverlay(await storeWith({ a: 1, b: 2 }), 0);
  overlay.put('a', 10);
  overlay.keep();
  overlay.put('a', 11);
  overlay.put('new', 1);
  overlay.delete('b');
  assert.equal(entriesOf(overlay), [
    ['a', 11],
    ['new', 1],
  ]);
  overlay.discard();
  assert.is(overlay.get('a'), 10);
  assert.is(overlay.get('new'), undefined);
  assert.equal(entriesOf(overlay), [
    ['a', 10],
    ['b', 2],
  ]);
  assert.equal([...overlay.writes()], [['a', Buffer.from('10')]]);
});

test('what was not kept is not committed', async () => {
  const overlay = createOverlay(await storeWith({}), 0);
  overlay.put('a', 1);
  assert.is(overlay.writes().size, 0);
});

test('only the overlay sees writes until they are committed', async () => {
  const store = await storeWith({ a: { n: 1 } });
  const overlay = createOverlay(store, 0);
  assert.equal(overlay.get('a'), { n: 1 });
  overlay.put('a', { n: 2 });
  overlay.put('c', null);
  overlay.keep();
  assert.equal(overlay.get('a'), { n: 2 });
  assert.is(overlay.get('c'), null);
  assert.equal(createOverlay(store, 0).get('a'), { n: 1 });
  assert.is(createOverlay(store, 0).get('c'), undefined);
  await commit(store, overlay.writes());
  assert.equal(createOverlay(store, 0).get('a'), { n: 2 });
  assert.is(createOverlay(store, 0).get('c'), null);
});

test('a deleted key is gone from reads and entries, and can be written again', async () => {
  const store = await storeWith({ 'x/1': 1, 'x/2': 2, 'x/3': 3 });
  const overlay = createOverlay(store, 0);
  overlay.delete('x/2');
  overlay.keep();
  assert.is(overlay.get('x/2'), undefined);
  assert.equal(entriesOf(overlay, 'x/'), [
    ['x/1', 1],
    ['x/3', 3],
  ]);
  overlay.put('x/2', 'again');
  overlay.delete('x/3');
  overlay.keep();
  assert.equal(entriesOf(overlay, 'x/'), [
    ['x/1', 1],
    ['x/2', 'again'],
  ]);
  await commit(store, overlay.writes());
  assert.equal(entriesOf(createOverlay(store, 0)), [
    ['x/1', 1],
    ['x/2', 'again'],
  ]);
});

test('falsy values are five different things, and none of them is absent', async () => {
  const values = { null: null, zero: 0, false: false, text: '', list: [] };
  const overlay = createOverlay(await storeWith(values), 0);
  for (const [key, value] of Object.entries(values)) assert.equal(overlay.get(key), value);
  assert.is(entriesOf(overlay).length, 5);
});

test('entries may be walked while the fold writes: those that were there at the start are visited, with new values', async () => {
  const overlay = createOverlay(await storeWith({ 'k/1': 1, 'k/2': 2, 'k/3': 3 }), 0);
  const seen: unknown[] = [];
  for (const [key, value] of overlay.entries<number>('k/')) {
    seen.push([key, value]);
    if (key === 'k/1') {
      overlay.put('k/2', 20);
      overlay.delete('k/3');
      overlay.put('k/4', 4);
    }
  }
  assert.equal(seen, [
    ['k/1', 1],
    ['k/2', 20],
  ]);
});

test('partitions do not see each other', async () => {
  const store = await storeWith({ a: 1 });
  assert.is(createOverlay(store, 1).get('a'), undefined);
  assert.equal(entriesOf(createOverlay(store, 1)), []);
});

type Step =
  | { readonly kind: 'put'; readonly key: string; readonly value: unknown }
  | { readonly kind: 'delete'; readonly key: string }
  | { readonly kind: 'keep' | 'discard' | 'commit' };

const key = fc.constantFrom('', 'a', 'a/', 'a/1', 'a/2', 'a/é', 'a/\u{ffff}', 'a/\u{1f600}', 'b', 'b/1', '~');
const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('put' as const), key, value: fc.jsonValue() }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('delete' as const), key }) },
    {
      weight: 3,
      arbitrary: fc.record({ kind: fc.constantFrom('keep' as const, 'discard' as const, 'commit' as const) }),
    },
  ),
  { maxLength: 30 },
);

test('any sequence of writes, keeps, discards and commits reads like a Map', async () => {
  await fc.assert(
    fc.asyncProperty(steps, fc.constantFrom('', 'a', 'a/', 'b/'), async (sequence, prefix) => {
      const store = await storeWith({ 'a/1': 'stored', b: 'stored' });
      const overlay = createOverlay(store, 0);
      let kept = new Map<string, unknown>([
        ['a/1', 'stored'],
        ['b', 'stored'],
      ]);
      let seen = new Map(kept);
      let committed = new Map(kept);
      for (const step of sequence) {
        if (step.kind === 'put') {
          overlay.put(step.key, step.value);
          seen.set(step.key, step.value);
        } else if (step.kind === 'delete') {
          overlay.delete(step.key);
          seen.delete(step.key);
        } else if (step.kind === 'keep') {
          overlay.keep();
          kept = new Map(seen);
        } else if (step.kind === 'discard') {
          overlay.discard();
          seen = new Map(kept);
        } else {
          overlay.discard();
          seen = new Map(kept);
          await commit(store, overlay.writes());
          overlay.committed();
          committed = new Map(kept);
        }
        assertSame(overlay, seen, prefix);
      }
      assertSame(createOverlay(store, 0), committed, prefix);
    }),
    { numRuns: runsOf(60) },
  );
});

test('the memory state reads like a Map as well', () => {
  fc.assert(
    fc.property(steps, fc.constantFrom('', 'a', 'a/', 'b/'), (sequence, prefix) => {
      const state = createMemoryState();
      const model = new Map<string, unknown>();
      for (const step of sequence) {
        if (step.kind === 'put') {
          state.put(step.key, step.value);
          model.set(step.key, step.value);
        } else if (step.kind === 'delete') {
          state.delete(step.key);
          model.delete(step.key);
        }
        assertSame(state, model, prefix);
      }
    }),
  );
});

/** JSON has no negative zero and no undefined: what comes back from the store is the value as JSON keeps it. */
const asStored = (value: unknown): unknown => JSON.parse(JSON.stringify(value)) as unknown;

function assertSame(
  state: Pick<Overlay, 'get' | 'entries'>,
  model: ReadonlyMap<string, unknown>,
  prefix: string,
): void {
  const wanted = [...model]
    .filter(([name]) => name.startsWith(prefix))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => [name, asStored(value)]);
  assert.equal(
    [...state.entries<unknown>(prefix)].map(([name, value]) => [name, asStored(value)]),
    wanted,
  );
  for (const [name, value] of model) assert.equal(asStored(state.get(name)), asStored(value));
}

test.run();
