// rule: R-20, also tests/process/lifecycle.test.ts, sim accounts/acknowledged-commands, sim accounts/tables-are-the-fold
import { test } from 'uvu';
import { killInTurn, roundsOf, whileStarting } from './random-kills.ts';
import { assertAnswered } from './reading.ts';

test('R-20 thirty kills of the service, its tables and its analysts under load: nothing lost, duplicate or differing', async () => {
  const seed = Math.floor(Math.random() * 2 ** 31);
  console.log('seed', seed);
  const figures = await killInTurn(roundsOf(seed, 30));
  console.log(figures);
  assertAnswered(figures.reads, whileStarting);
  assertAnswered(figures.queries, whileStarting);
});

test.run();
