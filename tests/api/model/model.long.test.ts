// rule: R-41 B-26 B-27 the API answers as its model does, also tests/api/model/model.test.ts
import { test } from 'uvu';
import { runModel } from './run-model.ts';

test('R-41 B-26 B-27 the API answers as the model does: three keys, a thousand runs', async () => {
  await runModel({ runs: 1_000, steps: 40 });
});

test.run();
