import { test } from 'uvu';
import { killRounds } from './kill-rounds.ts';

test('R-20 killed at three random moments: nothing lost, duplicate or differing', async () => {
  await killRounds(3, Math.random);
});

test.run();
