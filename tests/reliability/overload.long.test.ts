import { Agent } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { clientOfB } from '../support/api-client.ts';
import { during, runLoad } from './load.ts';
import { polls, startWatchedService, type WatchedService } from './watched-service.ts';

let watched: WatchedService;

test.before(async () => {
  watched = await startWatchedService();
});
test.after(() => watched.sandbox.destroy());

const headers = (): Readonly<Record<string, string>> => ({ authorization: `Bearer ${watched.key}` });
const newAgent = (): Agent => new Agent({ keepAlive: true, maxSockets: 1_000 });

/** Requests a second that four clients get answered, each asking again as soon as it was. */
async function capacity(): Promise<number> {
  const end = performance.now() + 4_000;
  let answered = 0;
  const client = async (): Promise<void> => {
    for (let turn = 0; performance.now() < end; turn += 1) {
      const response = await fetch(`${watched.service.httpUrl}${polls[turn % polls.length]}`, { headers: headers() });
      await response.arrayBuffer();
      answered += 1;
    }
  };
  await Promise.all(Array.from({ length: 4 }, client));
  return answered / 4;
}

test('R-09 five times what it can do: the rest is refused with Retry-After, who is let in waits ≤ 1 s, ≤ 10 s to recover', async () => {
  const able = await capacity();
  const load = { baseUrl: watched.service.httpUrl, headers: headers(), paths: polls, perSecond: able * 5 };
  const agent = newAgent();
  const { figures } = await during({ ...load, agent }, () => wait(15_000));
  const calmed = performance.now();
  for (;;) {
    const asked = performance.now();
    const { status } = await clientOfB(watched.service, watched.key).get('/me/monitoring/changes?days=365');
    if (status === 200 && performance.now() - asked < 250) break;
    await wait(100);
  }
  const recoveredMs = Math.round(performance.now() - calmed);
  agent.destroy();
  console.log('R-09', { able: Math.round(able), asked: Math.round(able * 5), ...figures, recoveredMs });
  const refused = (figures.statuses['503'] ?? 0) + (figures.statuses['429'] ?? 0);
  assert.ok(refused > 0, 'it was more than it could do');
  assert.equal(
    Object.keys(figures.statuses).filter((status) => !['200', '429', '503'].includes(status)),
    [],
  );
  assert.is(figures.withoutRetryAfter, 0);
  assert.ok(figures.p99 <= 1_000, `p99 of what was let in: ${figures.p99} ms`);
  assert.ok(recoveredMs <= 10_000);
  assert.equal(figures.failures, {});
});

test('R-62 K-15 a key that is revoked under load is refused within 5 s', async () => {
  const lastGood = { at: 0 };
  const agent = newAgent();
  const stop = new AbortController();
  const load = runLoad({
    ...{ baseUrl: watched.service.httpUrl, headers: headers(), paths: ['/me/watchlist'], perSecond: 50 },
    ...{ agent, signal: stop.signal },
  });
  await wait(2_000);
  await watched.sandbox.json('keys', 'revoke', watched.keyId);
  const revokedAt = performance.now();
  for (let left = 100; left > 0; left -= 1) {
    const { status } = await clientOfB(watched.service, watched.key).get('/me/watchlist');
    if (status === 200) lastGood.at = performance.now();
    await wait(75);
  }
  stop.abort();
  const figures = await load;
  agent.destroy();
  const lastGoodMs = Math.max(0, Math.round(lastGood.at - revokedAt));
  console.log('R-62', { lastGoodMs, ...figures });
  assert.ok(lastGoodMs <= 5_000);
  assert.ok((figures.statuses['401'] ?? 0) > 0);
});

test.run();
