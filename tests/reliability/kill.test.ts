import { test } from 'uvu';
import { killFirstStarts, killRounds } from './kill-rounds.ts';

test('R-20 killed at three random moments: nothing lost, duplicate or differing', async () => {
  await killRounds(3, Math.random);
});

test('a first start of the demo that was killed goes on where it ended', async () => {
  await killFirstStarts(1_800);
});

test.run();
