import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type BodyHolder, createBodyStore } from '../../../../api/route/known/body-store.ts';
import type { KeptBody } from '../../../../api/route/known/kept-body.ts';

/** A body of a size, which grows when the test compresses it. */
function bodyOf(size: number): KeptBody & { readonly compress: (bytes: number) => void } {
  let all = size;
  let notify: (bytes: number) => void = () => undefined;
  return {
    size: () => all,
    isCompressible: true,
    plain: () => [],
    packed: () => null,
    answer: () => ({ bytes: Buffer.alloc(0) }),
    onPacked: (listener) => {
      notify = listener;
    },
    compress: (bytes) => {
      all += bytes;
      notify(bytes);
    },
  };
}

const holder = (): BodyHolder => ({ body: null });
const sizeOf = (holders: readonly BodyHolder[]): number =>
  [...new Set(holders)].reduce((sum, { body }) => sum + (body?.size() ?? 0), 0);

test('beyond the budget the body that was not used for the longest time is dropped', () => {
  const store = createBodyStore(100, 60);
  const [a, b, c] = [holder(), holder(), holder()];
  store.add('a', null, a, bodyOf(40));
  store.add('b', 't', b, bodyOf(40));
  store.used(a);
  store.add('c', null, c, bodyOf(40));
  assert.equal(
    [a, b, c].map(({ body }) => body !== null),
    [true, false, true],
  );
});

test('a compressed form counts, a body that is too long is not retained, a name has one body', () => {
  const store = createBodyStore(100, 60);
  const [a, b, long, again] = [holder(), holder(), holder(), holder()];
  const first = bodyOf(40);
  store.add('a', null, a, first);
  store.add('b', null, b, bodyOf(40));
  store.used(a);
  store.add('long', null, long, bodyOf(61));
  assert.equal(
    [a, b, long].map(({ body }) => body !== null),
    [true, true, false],
  );
  first.compress(21);
  assert.equal(
    [a, b].map(({ body }) => body !== null),
    [true, false],
  );
  store.add('a', null, again, bodyOf(39));
  assert.equal(
    [a, again].map(({ body }) => body !== null),
    [false, true],
  );
  // What was replaced counts no more, however long its compression took.
  first.compress(90);
  assert.ok(again.body !== null);
});

test('a tenant’s bodies are dropped together, and no others', () => {
  const store = createBodyStore(100, 60);
  const [a, b, c, d] = [holder(), holder(), holder(), holder()];
  store.add('t /a', 't', a, bodyOf(10));
  store.add('t /b', 't', b, bodyOf(10));
  store.add('u /a', 'u', c, bodyOf(10));
  store.add(' /a', null, d, bodyOf(10));
  store.dropTenant('t');
  store.dropTenant('t');
  assert.equal(
    [a, b, c, d].map(({ body }) => body !== null),
    [false, false, true, true],
  );
});

test('in any order of events the bodies together stay below the budget, and none is lost below it', () => {
  const event = fc.record({
    kind: fc.constantFrom('add', 'add', 'used', 'compress', 'drop'),
    name: fc.integer({ min: 0, max: 5 }),
    size: fc.integer({ min: 1, max: 70 }),
  });
  fc.assert(
    fc.property(fc.array(event, { maxLength: 60 }), (events) => {
      const store = createBodyStore(150, 60);
      const all: BodyHolder[] = [];
      const named = new Map<number, { readonly holder: BodyHolder; readonly body: ReturnType<typeof bodyOf> }>();
      let most = 0;
      for (const { kind, name, size } of events) {
        const one = named.get(name);
        if (kind === 'add') {
          const next = { holder: holder(), body: bodyOf(size) };
          store.add(String(name), `t${name % 2}`, next.holder, next.body);
          named.set(name, next);
          all.push(next.holder);
        } else if (kind === 'used' && one !== undefined) store.used(one.holder);
        else if (kind === 'compress') one?.body.compress(size);
        else if (kind === 'drop') store.dropTenant(`t${name % 2}`);
        const total = sizeOf(all);
        assert.ok(total <= 150, `${total} bytes`);
        most = Math.max(most, total);
      }
      const added = events.filter(({ kind }) => kind === 'add');
      const isSmall =
        events.every(({ kind }) => kind === 'add') && added.reduce((sum, { size }) => sum + size, 0) <= 150;
      if (!isSmall) return;
      for (const { holder: one, body } of named.values()) assert.is(one.body !== null, body.size() <= 60);
    }),
  );
});

test.run();
