import { test } from 'uvu';
import { runModel } from './run-model.ts';

test('R-41 B-26 B-27 the API answers as the model does: three keys, fifty runs', async () => {
  await runModel({ runs: 50, steps: 8 });
});

test.run();
