import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createGroups } from '../../../../../api/readmodel/memory/registry/groups.ts';

test('a key has the items that came and did not go, in their order; its first and its last item are reported', () => {
  const some = [new Set([1]), { name: 'b' }, []];
  const step = fc.record({ key: fc.constantFrom('x', 'y'), item: fc.constantFrom(...some), adds: fc.boolean() });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const groups = createGroups<object>();
      const held = new Map<string, Set<object>>(['x', 'y'].map((key) => [key, new Set()]));
      for (const { key, item, adds } of steps) {
        const items = held.get(key) ?? new Set();
        const before = items.size;
        if (adds) items.add(item);
        else items.delete(item);
        if (adds) assert.is(groups.add(key, item), before === 0);
        else assert.is(groups.remove(key, item), before === 1 && items.size === 0);
      }
      for (const [key, items] of held) {
        assert.is(groups.has(key), items.size > 0);
        assert.is(groups.countOf(key), items.size);
        const found = [...groups.of(key)];
        assert.is(found.length, items.size);
        assert.ok([...items].every((item, place) => item === found[place]));
      }
    }),
  );
});

test.run();
