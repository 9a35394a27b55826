// rule: no mutation of a genuine bundle is proved, also tests/cli/verify/bundle/mutated-bundles.test.ts
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { mutate } from './mutations.ts';

test('no mutation of a genuine bundle is proved, in 2,000 of them', async () => {
  assert.ok((await mutate(2_000)) > 300, 'mutations reach the check');
});

test.run();
