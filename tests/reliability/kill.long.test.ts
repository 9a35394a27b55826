import { test } from 'uvu';
import { killFirstStarts, killRounds } from './kill-rounds.ts';

test('R-20 killed at twenty random moments: nothing lost, duplicate or differing', async () => {
  await killRounds(20, Math.random);
});

test('a first start of the demo that was killed twice goes on where it ended', async () => {
  await killFirstStarts(1_200, 2_200);
});

test.run();
