import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { capRounds, isolationRounds } from './isolation.ts';

test('R-60 K-11 five keys do 80 random things each: nothing of another is seen, and its 404 is that of nobody', async () => {
  const { foreignRows, differing } = await isolationRounds({ keys: 5, operations: 80, random: Math.random });
  assert.equal({ foreignRows, differing }, { foreignRows: 0, differing: 0 });
});

test('R-61 B-18 at 49 of 50, 200 at once: one gets in', async () => {
  assert.equal(await capRounds(1), [[1, 199]]);
});

test.run();
