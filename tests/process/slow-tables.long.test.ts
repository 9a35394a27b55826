// rule: R-25, also tests/api/route/load.test.ts
import { Agent } from 'node:http';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { clientOfB } from '../support/api-client.ts';
import { proxyTables } from '../support/tables-proxy.ts';
import { during } from './load.ts';
import { polls, startWatchedService } from './watched-service.ts';
import { pause, elapsedMs, withPatience } from '../support/real-time.ts';

test('R-25 queries that take 2 s each: at most 200 requests wait, the others are refused at once, and the service recovers', async () => {
  const { sandbox, key } = await startWatchedService();
  const proxy = await proxyTables(join(sandbox.directory, 'tables.sock'));
  const agent = new Agent({ keepAlive: true, maxSockets: 2_000 });
  try {
    const api = await sandbox.serve({ ATTESTRY_CLICKHOUSE_URL: proxy.url });
    const client = clientOfB(api, key);
    assert.is((await client.get('/me/watchlist')).status, 200);
    proxy.setDelay(2_000);
    const load = { baseUrl: api.httpUrl, headers: { authorization: `Bearer ${key}` }, paths: polls, perSecond: 100 };
    const { figures, result } = await during({ ...load, agent }, async () => {
      const refusals: number[] = [];
      const polled: Promise<void>[] = [];
      const poll = async (): Promise<void> => {
        const sent = elapsedMs();
        const { status } = await client.get('/me/watchlist');
        if (status === 503) refusals.push(elapsedMs() - sent);
      };
      const until = elapsedMs() + 15_000;
      while (elapsedMs() < until) {
        polled.push(poll());
        await pause(150);
      }
      await Promise.all(polled);
      return { refusals };
    });
    proxy.setDelay(0);
    const loadEnded = elapsedMs();
    while ((await client.get('/me/monitoring/changes?days=365')).status !== 200) await pause(50);
    const recoveredMs = Math.round(elapsedMs() - loadEnded);
    const refusedIn = Math.round(Math.max(0, ...result.refusals));
    console.log('R-25', {
      ...figures,
      refusedInMs: refusedIn,
      refusals: result.refusals.length,
      recoveredMs,
    });
    assert.equal(
      Object.keys(figures.statuses).filter((status) => !['200', '502', '503'].includes(status)),
      [],
    );
    assert.equal([figures.failures, figures.withoutRetryAfter], [{}, 0]);
    assert.ok((figures.statuses['503'] ?? 0) > 0, 'some are refused');
    assert.ok(figures.mostAdmitted <= 200, `${figures.mostAdmitted} requests were admitted at a time`);
    assert.ok(refusedIn <= withPatience(500), `a refusal takes ${refusedIn} ms`);
    assert.ok(recoveredMs <= withPatience(10_000));
  } finally {
    agent.destroy();
    await sandbox.destroy();
    await proxy.close();
  }
});

test.run();
