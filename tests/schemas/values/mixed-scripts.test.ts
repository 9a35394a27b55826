import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { hasMixedScripts } from '../../../schemas/values/mixed-scripts.ts';

for (const text of ['USDС', 'USD Cоin', 'Ωmega', 'Tetһer']) {
  test(`mixed scripts: ${text}`, () => assert.ok(hasMixedScripts(text)));
}
for (const text of ['', 'USDC', 'Société', 'USD₮', 'Биткоин coin', '円JPY', 'JPYコイン', 'µETH', '2000 Ω']) {
  test(`one script a word: ${text}`, () => assert.not(hasMixedScripts(text)));
}

test.run();
