// rule: G-22, also tests/api/route/keys/lookup-budget.test.ts, tests/api/readmodel/memory/keys/api-keys.test.ts
import { Agent, request } from 'node:http';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { during } from './load.ts';
import { polls, startWatchedService, type WatchedService } from './watched-service.ts';
import { pause, elapsedMs } from '../support/real-time.ts';

let watched: WatchedService;

test.before(async () => {
  watched = await startWatchedService();
});
test.after(() => watched.sandbox.destroy());

const floodMs = 8_000;

/** Connections that each present one invented key after the other, without a pause. Returns the statuses they got. */
async function flood(connections: number, until: number): Promise<Readonly<Record<string, number>>> {
  const statuses: Record<string, number> = {};
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  let invented = 0;
  const client = async (): Promise<void> => {
    while (elapsedMs() < until) {
      invented += 1;
      const authorization = `Bearer attestry_${String(10_000_000 + invented)}_${'a'.repeat(32)}`;
      const status = await statusOf(`${watched.service.httpUrl}/me/watchlist`, agent, authorization);
      statuses[status] = (statuses[status] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, client));
  agent.destroy();
  return statuses;
}

const statusOf = (url: string, agent: Agent, authorization: string): Promise<string> =>
  new Promise((resolve) => {
    const sent = request(url, { agent, headers: { authorization } }, (response) => {
      response.resume();
      response.on('end', () => resolve(String(response.statusCode)));
    });
    sent.on('error', ({ message }) => resolve(message));
    sent.end();
  });

for (const [connections, mostRefused] of [
  [50, 0.01],
  [150, 0.01],
  [250, 0.05],
] as const) {
  test(`G-22 ${connections} connections with invented keys: a key holder gets 503 for at most ${mostRefused * 100} % of its reads`, async () => {
    const agent = new Agent({ keepAlive: true });
    const { figures } = await during(
      {
        baseUrl: watched.service.httpUrl,
        headers: { authorization: `Bearer ${watched.key}` },
        agent,
        paths: polls,
        perSecond: 20,
      },
      async () => {
        await pause(500);
        const statuses = await flood(connections, elapsedMs() + floodMs);
        console.log('G-22', connections, 'invented keys', statuses);
      },
    );
    agent.destroy();
    console.log('G-22', connections, 'key holder', figures);
    const refused = (figures.statuses['503'] ?? 0) / figures.requests;
    assert.ok(refused <= mostRefused, `${(refused * 100).toFixed(1)} % of ${figures.requests} reads are 503`);
    assert.is(figures.statuses['401'] ?? 0, 0);
    assert.ok((figures.statuses['200'] ?? 0) > 0);
  });
}

test.run();
