import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createBatchLoader } from '../../../../api/readmodel/memory/batch-loader.ts';
import { nextTurn as turn } from '../../../support/next-turn.ts';
import { startVirtualTime } from '../../../support/virtual-time.ts';

test('calls during a query share the next one; an error rejects only the callers of its batch', async () => {
  const asked: (readonly string[])[] = [];
  const answers: ((error: Error | null) => void)[] = [];
  const ask = createBatchLoader((ids) => {
    asked.push(ids);
    return new Promise<number>((resolve, reject) => {
      answers.push((error) => (error === null ? resolve(ids.length) : reject(error)));
    });
  });
  const first = ask(['a']);
  await turn();
  const [second, third] = [ask(['b', 'c']), ask(['c', 'd'])];
  answers[0]?.(null);
  assert.is(await first, 1);
  await turn();
  answers[1]?.(new Error('gone'));
  for (const one of [second, third])
    await one.then(
      () => assert.unreachable(),
      (error: unknown) => assert.match(String(error), /gone/),
    );
  const fourth = ask(['e']);
  await turn();
  answers[2]?.(null);
  assert.is(await fourth, 1);
  assert.equal(asked, [['a'], ['b', 'c', 'd'], ['e']]);
});

test('a batch has at most a thousand ids; further ids open the next', async () => {
  const sizes: number[] = [];
  const ask = createBatchLoader(async (ids) => {
    sizes.push(ids.length);
    await turn();
    return new Set(ids);
  });
  const batches = Array.from({ length: 13 }, (_, batch) => Array.from({ length: 250 }, (__, n) => `${batch}/${n}`));
  const answers = await Promise.all(batches.map((ids) => ask(ids)));
  for (const [index, ids] of batches.entries()) assert.ok(ids.every((id) => answers[index]?.has(id)));
  assert.equal(sizes, [1_000, 1_000, 1_000, 250]);
});

test('a caller that was just answered shares the next batch with those that waited', async () => {
  const time = startVirtualTime();
  try {
    for (const [nextWindowMs, expected] of [
      [0, [1, 1, 1]],
      [1_000, [1, 2]],
    ] as const) {
      const sizes: number[] = [];
      const ask = createBatchLoader(
        async (ids) => {
          sizes.push(ids.length);
          await turn();
        },
        { nextWindowMs },
      );
      const first = ask(['a'])
        .then(() => turn())
        .then(() => ask(['b']));
      await turn();
      const answered = Promise.all([first, ask(['c'])]);
      await time.advance(nextWindowMs);
      await answered;
      assert.equal(sizes, expected);
    }
  } finally {
    time.end();
  }
});

test('the first batch does not wait for the window', async () => {
  const ask = createBatchLoader(() => Promise.resolve('answered'), { nextWindowMs: 3_600_000 });
  assert.is(await ask(['a']), 'answered');
});

test.run();
