import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { runsOf } from '../../../support/runs.ts';
import { mutate } from './mutations.ts';

test('no mutation of a genuine bundle is proved, whatever follows from it is computed again', async () => {
  assert.ok((await mutate(runsOf(300))) > 10, 'mutations reach the check');
});

test.run();
