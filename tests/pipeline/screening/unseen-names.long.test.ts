// rule: at most 6 in 1,000 ordinary organisations have a candidate, also tests/pipeline/screening/real-lists.test.ts
/** Names that no weight was chosen with. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { hasSharedData } from '../../support/shared-data.ts';
import { candidatesOf, ordinaryNames } from './listed-organisations.ts';

test('11,000 organisations that no rule was chosen with: at most 6 in 1,000 have a candidate, and there are at most 8 candidates in 1,000', () => {
  if (!hasSharedData('names')) {
    console.log('names of ordinary organisations are not beside the repository: not counted');
    return;
  }
  const names = ordinaryNames('load').filter((_, at) => at % 4 === 0);
  const counts = names.map((name) => candidatesOf(name).length);
  const found = counts.filter((count) => count > 0).length;
  const all = counts.reduce((sum, count) => sum + count, 0);
  assert.is(names.length, 11_000);
  assert.ok(found <= 66 && all <= 88, `${found} of ${names.length}, ${all} candidates`);
});

test.run();
