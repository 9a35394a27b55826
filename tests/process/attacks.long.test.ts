// rule: a query that passes the limits of the engine ends its own process, also tests/infra/clickhouse/host/analysts/turns.test.ts, tests/infra/clickhouse/host/orphan.test.ts, tests/infra/clickhouse/embedded/analyst-tables.test.ts, tests/infra/clickhouse/escapes.test.ts
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { withPatience } from '../support/real-time.ts';
import { attackRounds } from './attacks.ts';

test('each attack five times: no API request fails, other analysts are answered meanwhile and within 3 s, and the memory is given back', async () => {
  const all = await attackRounds({ rounds: 5, perSecond: 50, quietMs: 5_000 });
  console.table(all.map(({ statuses, failures, ...one }) => ({ ...one, ...statuses, ...failures })));
  for (const { name, statuses, failures, othersAfterMs, afterMib, p95, quietP95 } of all) {
    // An overloaded machine refuses requests with 503; one that needs the ended process would get 502.
    assert.equal([{ ...statuses, 200: 0, 503: 0 }, failures], [{ 200: 0, 503: 0 }, {}], name);
    assert.ok(othersAfterMs <= withPatience(3_000), `${name}: others wait for ${othersAfterMs} ms`);
    assert.ok(afterMib <= 450, `${name}: ${afterMib} MiB are left`);
    // Twice the usual one on a machine that does nothing else.
    assert.ok(
      p95 <= Math.max(6 * quietP95, withPatience(200)),
      `${name}: p95 of the API ${p95} ms, ${quietP95} ms without it`,
    );
  }
  for (const { name, othersMeanwhile } of all) {
    assert.ok(othersMeanwhile >= 1, `${name}: no other query was answered before it ended`);
  }
});

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
