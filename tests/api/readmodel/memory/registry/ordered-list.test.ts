import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createOrderedList } from '../../../../../api/readmodel/memory/registry/ordered-list.ts';
import { runsOf } from '../../../../support/runs.ts';

interface Item {
  readonly rank: number;
}

const byRank = (a: Item, b: Item): number => a.rank - b.rank;

test('items that come and go in any number are in order, as those of a plain list', () => {
  const step = fc.record({
    // From one to the size of a few runs.
    count: fc.constantFrom(1, 2, 20, 5_000),
    edit: fc.constantFrom('add', 'remove', 'replace', 'read'),
    from: fc.nat(),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      const list = createOrderedList(byRank);
      const held = new Map<number, Item>();
      let next = 1;
      for (const { count, edit, from } of steps) {
        if (edit === 'read') assert.is(list.items().length, held.size);
        const some = [...held.values()].slice(from % (held.size + 1)).slice(0, count);
        for (const item of edit === 'add' || edit === 'read' ? [] : some) {
          list.remove(item);
          held.delete(item.rank);
        }
        const added =
          edit === 'add'
            ? // Neighbours are far from each other in the order.
              Array.from({ length: count }, () => ({ rank: (next++ * 7_919) % 1_000_003 }))
            : edit === 'replace'
              ? some.map(({ rank }) => ({ rank }))
              : [];
        for (const item of added) {
          list.add(item);
          held.set(item.rank, item);
        }
      }
      const expected = [...held.values()].sort(byRank);
      const items = list.items();
      assert.is(items.length, expected.length);
      assert.ok(items.every((item, place) => item === expected[place]));
    }),
    { numRuns: runsOf(60) },
  );
});

test('what was read does not change, and is read again as long as nothing comes or goes', () => {
  const list = createOrderedList<string>((a, b) => (a < b ? -1 : 1));
  assert.is(list.items(), list.items(), 'without items');
  list.add('b');
  const one = list.items();
  assert.is(list.items(), one);
  list.add('a');
  const two = list.items();
  assert.equal([one, two], [['b'], ['a', 'b']]);
  list.remove('b');
  list.add('b');
  assert.is(list.items(), two, 'an item that comes back is in its place');
  list.remove('b');
  assert.equal([one, two, list.items()], [['b'], ['a', 'b'], ['a']]);
});

test.run();
