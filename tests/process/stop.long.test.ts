// rule: R-21, also tests/process/lifecycle.test.ts, tests/cli/service/http/drain.test.ts
import { Agent } from 'node:http';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { during } from './load.ts';
import { polls, startWatchedService } from './watched-service.ts';
import { pause, elapsedMs, withPatience } from '../support/real-time.ts';

const rounds = 20;
const perSecond = 200;

test('R-21 SIGTERM under load, twenty times: no request fails on a kept-alive connection, and the exit code is 0', async () => {
  const watched = await startWatchedService();
  const { sandbox, key } = watched;
  const totals = {
    requests: 0,
    answered: 0,
    lostOnKept: 0,
    lostOnNew: 0,
    refusedAfter: 0,
    refused: 0,
    longestMs: 0,
    not0: 0,
  };
  try {
    let { service } = watched;
    for (let round = 0; round < rounds; round += 1) {
      const agent = new Agent({ keepAlive: true, maxSockets: 50 });
      const load = { baseUrl: service.httpUrl, headers: { authorization: `Bearer ${key}` }, paths: polls, perSecond };
      const { figures, result } = await during({ ...load, agent }, async () => {
        await pause(1_000 + round * 20);
        const signalled = elapsedMs();
        const { code } = await service.end('SIGTERM');
        return { code, ms: elapsedMs() - signalled };
      });
      agent.destroy();
      totals.requests += figures.requests;
      totals.answered += figures.statuses['200'] ?? 0;
      totals.refused += figures.statuses['503'] ?? 0;
      for (const [failure, count] of Object.entries(figures.failures)) {
        if (failure === 'ECONNREFUSED') totals.refusedAfter += count;
        else if (failure.endsWith(' reused')) totals.lostOnKept += count;
        // The kernel accepted the connection, and the server had exited before it could accept it.
        else totals.lostOnNew += count;
      }
      // A busy machine answers less than the load: reads that would be late are refused, with the time to come back.
      const others = Object.keys(figures.statuses).filter((status) => !['200', '503'].includes(status));
      assert.equal(others, [], JSON.stringify(figures));
      assert.is(figures.withoutRetryAfter, 0);
      totals.longestMs = Math.max(totals.longestMs, Math.round(result.ms));
      if (result.code !== 0) totals.not0 += 1;
      service = await sandbox.up();
    }
  } finally {
    await sandbox.destroy();
  }
  console.log('R-21', { rounds, perSecond, ...totals });
  assert.ok(totals.answered > 0);
  assert.equal([totals.lostOnKept, totals.not0], [0, 0]);
  assert.ok(totals.longestMs <= withPatience(25_000));
});

test.run();
