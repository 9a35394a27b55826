import { test } from 'uvu';
import { runModel } from './run-model.ts';

test('R-41 B-26 B-27 the API answers as the model does: three keys, ten runs', async () => {
  await runModel({ runs: 10, steps: 8 });
});

test.run();
