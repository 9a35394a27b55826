import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { attackRounds } from './attacks.ts';

test('queries of an analyst that pass all limits of the engine end their own process: the API and other analysts are answered', async () => {
  for (const figures of await attackRounds({ rounds: 1, perSecond: 20, quietMs: 200 })) {
    const { name, answer, statuses, failures, afterMib } = figures;
    assert.match(answer, /^503 .*(more memory than the limit|Timeout exceeded|could not be cancelled)/, name);
    // An overloaded machine refuses requests with 503; one that needs the ended process would get 502.
    assert.equal([{ ...statuses, 200: 0, 503: 0 }, failures], [{ 200: 0, 503: 0 }, {}], JSON.stringify(figures));
    assert.ok(afterMib <= 450, JSON.stringify(figures));
  }
});

test.run();
