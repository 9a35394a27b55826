import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { queueOf, type Unit } from './queue.ts';

const unit = (name: string, cost: number): Unit => ({ files: [name], area: name.split(' ')[0] ?? '', cost });

test('a worker stays where it began, then goes where most is left', () => {
  const queue = queueOf([unit('api 1', 2), unit('api 2', 9), unit('log', 5), unit('pages 1', 4), unit('pages 2', 4)]);
  const [first, second] = [queue.forWorker(), queue.forWorker()];
  assert.equal([first(), second()], [['api 2'], ['log']], 'each begins with the costliest that is left');
  assert.equal([first(), second()], [['api 1'], ['pages 1']]);
  assert.equal([first(), second(), first()], [['pages 2'], undefined, undefined]);
});

test('units without a cost are run, too', () => {
  const take = queueOf([unit('a', 0), unit('b', 0)]).forWorker();
  assert.equal([take(), take(), take()], [['a'], ['b'], undefined]);
});

test('every unit is taken once, by any number of workers in any order', () => {
  const units = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.nat(9)), { maxLength: 30 });
  const turns = fc.infiniteStream(fc.nat(3));
  fc.assert(
    fc.property(units, turns, (given, order) => {
      const all = given.map(([area, cost], index) => unit(`${area} ${index}`, cost));
      const queue = queueOf(all);
      const workers = Array.from({ length: 4 }, queue.forWorker);
      const taken: string[] = [];
      const open = new Set(workers);
      while (open.size > 0) {
        const take = workers[order.next().value as number];
        if (take === undefined || !open.has(take)) continue;
        const files = take();
        if (files === undefined) open.delete(take);
        else taken.push(...files);
      }
      assert.equal(taken.sort(), all.flatMap(({ files }) => files).sort());
      assert.is(queue.length, all.length);
    }),
  );
});

test.run();
