// rule: R-20, also tests/process/lifecycle.test.ts, sim accounts/acknowledged-commands, sim accounts/tables-are-the-fold
import { test } from 'uvu';
import { killFirstStarts, killRounds } from './kill-rounds.ts';
import { killInTurn, whileStarting } from './random-kills.ts';
import { assertAnswered } from './reading.ts';

test('R-20 killed at twenty random moments: nothing lost, duplicate or differing', async () => {
  await killRounds(20, Math.random);
});

test('a first start of the demo that is killed twice resumes where it stopped', async () => {
  await killFirstStarts(1_200, 2_200);
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
