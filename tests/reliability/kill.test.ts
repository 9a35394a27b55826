import { test } from 'uvu';
import { killRounds } from './kill-rounds.ts';
import { killInTurn, whileStarting } from './random-kills.ts';
import { assertAnswered } from './reading.ts';

test('R-20 killed at three random moments: nothing lost, duplicate or differing', async () => {
  await killRounds(3, Math.random);
});

test('R-20 its tables, its analysts and the service itself killed under load: nothing lost, duplicate or differing', async () => {
  const { reads, queries } = await killInTurn([
    { victim: 'tables', signal: 'SIGSEGV', afterMs: 300 },
    { victim: 'analysts', signal: 'SIGKILL', afterMs: 100 },
    { victim: 'service', signal: 'SIGSEGV', afterMs: 500 },
  ]);
  assertAnswered(reads, whileStarting);
  assertAnswered(queries, whileStarting);
});

test.run();
