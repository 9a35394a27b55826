import { test } from 'uvu';
import { killFirstStarts, killRounds } from './kill-rounds.ts';

test('R-20 killed at twenty random moments: nothing lost, duplicate or differing', async () => {
  await killRounds(20, Math.random);
});

test('a first start of the demo that is killed twice resumes where it stopped', async () => {
  await killFirstStarts(1_200, 2_200);
});

test.run();
