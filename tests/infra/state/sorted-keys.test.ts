import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createSortedKeys } from '../../../infra/state/sorted-keys.ts';

const key = fc.string({ unit: fc.constantFrom('a', 'b', '/', '\u{1f600}', '\uffff'), maxLength: 6 });

test('keys with a prefix are those that begin with it, once each, in order', () => {
  fc.assert(
    fc.property(fc.array(key), key, (added, prefix) => {
      const keys = createSortedKeys();
      for (const one of added) keys.add(one);
      const expected = [...new Set(added)].filter((one) => one.startsWith(prefix)).sort();
      assert.equal([...keys.withPrefix(prefix)], expected);
      keys.clear();
      assert.equal([...keys.withPrefix('')], []);
    }),
  );
});

test('a prefix is found without passing over the other keys', () => {
  let compared = 0;
  const keys = createSortedKeys((a, b) => {
    compared += 1;
    return a < b;
  });
  const count = 4_096;
  for (let index = 0; index < count; index += 1) keys.add(`asset/${(index * 7_919) % count}/facts`);
  compared = 0;
  assert.equal([...keys.withPrefix('asset/77/')], ['asset/77/facts']);
  assert.ok(compared <= Math.log2(count) + 1, `${compared} comparisons`);
});

test.run();
