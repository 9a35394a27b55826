// rule: R-09 R-62 K-15, also tests/api/route/load.test.ts, tests/api/readmodel/memory/keys/api-keys.test.ts
import { Agent } from 'node:http';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { termsOf } from '../../schemas/vocabulary.ts';
import { clientOfB } from '../support/api-client.ts';
import { during, runLoad } from './load.ts';
import { startWatchedService, type WatchedService } from './watched-service.ts';
import { pause, elapsedMs, withPatience } from '../support/real-time.ts';

let watched: WatchedService;

test.before(async () => {
  watched = await startWatchedService();
});
test.after(() => watched.sandbox.destroy());

const headers = (): Readonly<Record<string, string>> => ({ authorization: `Bearer ${watched.key}` });
const newAgent = (): Agent => new Agent({ keepAlive: true, maxSockets: 1_000 });

/** Queries of the feed, each another one, so the service keeps no answer to them. */
function* feedQueries(): Generator<string> {
  for (const category of ['', ...termsOf('category')]) {
    for (const severity of ['', ...termsOf('severity')]) {
      for (const order of ['sort=recent', 'sort=impact', 'sort=severity', 'by=known', 'showAll=true', 'newOnly=true']) {
        for (let days = 1; days <= 365; days += 1) {
          const filters = [category && `category=${category}`, severity && `severity=${severity}`].filter(Boolean);
          yield `/me/monitoring/changes?${[`days=${days}`, order, ...filters].join('&')}`;
        }
      }
    }
  }
}
const paths = [...feedQueries()];

/** Closed-loop capacity: responses per second for four clients, each of which sends again as soon as it has a response. */
async function capacity(): Promise<number> {
  const end = elapsedMs() + 4_000;
  let answered = 0;
  const client = async (): Promise<void> => {
    while (elapsedMs() < end) {
      const response = await fetch(`${watched.service.httpUrl}${paths.pop()}`, { headers: headers() });
      await response.arrayBuffer();
      answered += 1;
    }
  };
  await Promise.all(Array.from({ length: 4 }, client));
  return answered / 4;
}

test('R-09 five times the capacity: excess requests get Retry-After, admitted ones wait ≤ 1 s, recovery takes ≤ 10 s', async () => {
  const perSecond = await capacity();
  const load = { baseUrl: watched.service.httpUrl, headers: headers(), paths, perSecond: perSecond * 5 };
  const agent = newAgent();
  const { figures } = await during({ ...load, agent }, () => pause(15_000));
  const loadEnded = elapsedMs();
  for (;;) {
    const sent = elapsedMs();
    const { status } = await clientOfB(watched.service, watched.key).get('/me/monitoring/changes?days=365');
    if (status === 200 && elapsedMs() - sent < withPatience(250)) break;
    await pause(100);
  }
  const recoveredMs = Math.round(elapsedMs() - loadEnded);
  agent.destroy();
  console.log('R-09', { capacity: Math.round(perSecond), offered: Math.round(perSecond * 5), ...figures, recoveredMs });
  const refused = (figures.statuses['503'] ?? 0) + (figures.statuses['429'] ?? 0);
  assert.ok(refused > 0, 'the load exceeded the capacity');
  assert.equal(
    Object.keys(figures.statuses).filter((status) => !['200', '429', '503'].includes(status)),
    [],
  );
  assert.is(figures.withoutRetryAfter, 0);
  assert.ok(figures.p99 <= withPatience(1_000), `p99 of admitted requests: ${figures.p99} ms`);
  assert.ok(recoveredMs <= withPatience(10_000));
  assert.equal(figures.failures, {});
});

test('R-62 K-15 a key that is revoked under load is refused within 5 s', async () => {
  const lastGood = { at: 0 };
  const agent = newAgent();
  const stop = new AbortController();
  const load = runLoad({
    baseUrl: watched.service.httpUrl,
    headers: headers(),
    paths: ['/me/watchlist'],
    perSecond: 50,
    agent,
    signal: stop.signal,
  });
  await pause(2_000);
  await watched.sandbox.json('keys', 'revoke', watched.keyId);
  const revokedAt = elapsedMs();
  for (let left = 100; left > 0; left -= 1) {
    const { status } = await clientOfB(watched.service, watched.key).get('/me/watchlist');
    if (status === 200) lastGood.at = elapsedMs();
    await pause(75);
  }
  stop.abort();
  const figures = await load;
  agent.destroy();
  const lastGoodMs = Math.max(0, Math.round(lastGood.at - revokedAt));
  console.log('R-62', { lastGoodMs, ...figures });
  assert.ok(lastGoodMs <= withPatience(5_000));
  assert.ok((figures.statuses['401'] ?? 0) > 0);
});

test.run();
