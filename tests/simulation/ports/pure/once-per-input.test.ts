import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { oncePerInput, oncePerObject } from './once-per-input.ts';

test('equal arguments are computed once, others again, and those without a key each time', () => {
  const computed: string[] = [];
  const join = (parts: readonly string[], end: string): string => {
    computed.push(parts.join());
    return parts.join() + end;
  };
  const joinOnce = oncePerInput(join, (parts, end) => (end === '' ? JSON.stringify(parts) : null));
  assert.equal([joinOnce(['a', 'b'], ''), joinOnce(['a', 'b'], ''), joinOnce(['a,b'], '')], ['a,b', 'a,b', 'a,b']);
  assert.equal(computed, ['a,b', 'a,b']);
  assert.equal([joinOnce(['a'], '.'), joinOnce(['a'], '!')], ['a.', 'a!']);
  assert.is(computed.length, 4);
});

test('an error is thrown at each call', () => {
  const refuse = oncePerInput(
    (text: string): string => {
      throw new Error(text);
    },
    (text) => text,
  );
  for (let call = 0; call < 2; call++) assert.throws(() => refuse('no'), /no/);
});

test('a result belongs to one object, also if it is undefined', () => {
  let computed = 0;
  const first = oncePerObject((given: { readonly size?: number }) => {
    computed += 1;
    return given.size;
  });
  const [small, none] = [{ size: 1 }, {}];
  assert.equal(
    [first(small), first(small), first({ size: 2 }), first(none), first(none)],
    [1, 1, 2, undefined, undefined],
  );
  assert.is(computed, 3);
});

test.run();
