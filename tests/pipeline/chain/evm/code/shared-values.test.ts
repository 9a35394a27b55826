import * as fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createSharedValues } from '../../../../../pipeline/chain/evm/code/shared-values.ts';

const open = (mostKeys: number, mostValues: number) =>
  createSharedValues<{ readonly text: string }>({ mostKeys, mostValues, digestOf: ({ text }) => text });

test('equal values of different keys are one object', () => {
  const values = open(10, 10);
  const first = values.put('a', { text: 'same' });
  assert.is(values.put('b', { text: 'same' }), first);
  assert.is(values.get('b'), first);
});

test('the oldest value makes room, and no key leads to it any more', () => {
  const values = open(10, 2);
  for (const key of ['a', 'b', 'c']) values.put(key, { text: key });
  assert.equal(['a', 'b', 'c'].map(values.get), [undefined, { text: 'b' }, { text: 'c' }]);
  values.put('again', { text: 'a' });
  assert.is(values.get('a'), undefined);
  assert.equal(values.get('again'), { text: 'a' });
});

test('the oldest key makes room', () => {
  const values = open(2, 10);
  for (const key of ['a', 'b', 'c']) values.put(key, { text: 'same' });
  assert.equal(['a', 'b', 'c'].map(values.get), [undefined, { text: 'same' }, { text: 'same' }]);
});

test('a key has the value that was last put, or none, and the newest are there', () => {
  const puts = fc.array(fc.tuple(fc.integer({ min: 0, max: 8 }), fc.integer({ min: 0, max: 5 })), { maxLength: 60 });
  fc.assert(
    fc.property(puts, fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 4 }), (all, mostKeys, mostValues) => {
      const values = open(mostKeys, mostValues);
      const last = new Map<string, string>();
      for (const [key, value] of all) {
        assert.equal(values.put(`${key}`, { text: `${value}` }), { text: `${value}` });
        last.set(`${key}`, `${value}`);
        assert.is(values.get(`${key}`)?.text, `${value}`);
        for (const [one, text] of last) assert.ok([undefined, text].includes(values.get(one)?.text));
        assert.ok([...last.keys()].filter((one) => values.get(one) !== undefined).length <= mostKeys);
      }
    }),
  );
});

test.run();
