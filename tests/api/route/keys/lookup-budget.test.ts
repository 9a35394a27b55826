import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createApi } from '../../../../api/app.ts';
import { createLookupBudget } from '../../../../api/route/keys/lookup-budget.ts';
import { startVirtualTime } from '../../../support/virtual-time.ts';
import { type Harness, openHarness } from '../../harness.ts';

let api: Harness;
test.before(async () => {
  api = await openHarness({
    config: {
      baseUrl: 'http://registry.test',
      explorerUrl: 'http://explorer.test',
      publicPageBase: 'http://pages.test',
      checkResponses: true,
      rateLimit: { perMinute: 600, burst: 100 },
    },
  });
});
test.after(() => api.close());

const inventedKey = (index: number): string => `attestry_${String(10_000_000 + index)}_${'a'.repeat(32)}`;

test('G-22 twenty look-ups a second are granted to a network, two hundred in all', () => {
  let now = 0;
  const budget = createLookupBudget(() => now);
  const granted = (network: string, times: number): number =>
    Array.from({ length: times }, () => budget.take(network)).filter((end) => {
      end?.();
      return end !== null;
    }).length;
  assert.is(granted('192.0.2.1', 50), 20);
  assert.is(granted('192.0.2.2', 1), 1);
  for (let network = 0; network < 20; network += 1) granted(`net${network}`, 50);
  assert.is(granted('192.0.2.3', 1), 0, '200 are granted');
  now = 999;
  assert.is(granted('192.0.2.3', 1), 0);
  now = 1_000;
  assert.is(granted('192.0.2.1', 50), 20);
});

test('G-22 tables that do not answer collect at most forty look-ups', () => {
  let now = 0;
  const budget = createLookupBudget(() => now);
  const waiting = Array.from({ length: 100 }, (_, network) => budget.take(`net${network}`));
  assert.is(waiting.filter((end) => end !== null).length, 40);
  now = 10_000;
  assert.is(budget.take('other'), null);
  waiting[0]?.();
  waiting[0]?.();
  assert.type(budget.take('other'), 'function');
  assert.is(budget.take('other'), null, 'a look-up ends once');
});

test('G-22 well-formed invented keys are 429 beyond their budget, query the tables no more, and a valid key passes', async () => {
  const key = await api.makeKey();
  const time = startVirtualTime();
  const replies = await Promise.all(
    Array.from({ length: 150 }, (_, index) => api.get('/me/watchlist', inventedKey(index))),
  ).finally(time.end);
  const unauthorized = replies.filter(({ status }) => status === 401).length;
  const limited = replies.filter(({ status }) => status === 429);
  assert.is(unauthorized + limited.length, 150);
  assert.is(unauthorized, 20, 'within a second');
  assert.is(limited[0]?.headers['retry-after'], '1');
  assert.is(limited[0]?.body['code'], 'rate_limited');
  assert.is((await api.get('/me/watchlist', key.text)).status, 200);
});

test('G-22 a key made a moment ago, whose id is not followed yet, works at once', async () => {
  const { text, keyId } = await api.makeKey();
  const found: string[] = [];
  const keyIds = { has: () => false, add: (id: string) => void found.push(id) };
  const server = createServer(createApi({ ...api.dependencies, keyIds }));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const { port } = server.address() as AddressInfo;
    const options = { headers: { authorization: `Bearer ${text}` } };
    const url = `http://127.0.0.1:${port}/me/watchlist`;
    // Sent at once, they share one look-up.
    const answers = await Promise.all(Array.from({ length: 60 }, () => fetch(url, options)));
    assert.equal([...new Set(answers.map(({ status }) => status))], [200]);
    assert.equal([...new Set(found)], [keyId]);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

test.run();
