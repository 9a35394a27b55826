import { test } from 'uvu';
import { killRounds } from './kill-rounds.ts';

test('R-20 killed at twenty random moments: nothing lost, duplicate or differing', async () => {
  await killRounds(20, Math.random);
});

test.run();
